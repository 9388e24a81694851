import type { Sql } from '../../shared/db/database.js';
import type { BatchReason, BatchStatus, RowState } from '../../shared/domain/batch.js';
import type { FieldFault } from '../../shared/domain/faults.js';
import type { Outcome } from '../../shared/domain/outcome.js';
import type { ServiceCode } from '../../shared/services/index.js';

/** A batch as stored. */
export interface BatchRecord {
  id: string;
  status: BatchStatus;
  reason: BatchReason | null;
  file_name: string | null;
  rows: number;
  valid_rows: number;
  duplicate_rows: number;
  credits: number;
  charges: Partial<Record<ServiceCode, number>>;
  price_release: string;
  submitted_by: string | null;
  submitted_by_name: string | null;
  settled_before: number;
  created_at: Date;
  started_at: Date | null;
  resumed_at: Date | null;
  ended_at: Date | null;
  now: Date;
}

const COLUMNS = `b.id, b.status, b.reason, b.file_name, b.rows, b.valid_rows, b.duplicate_rows, b.credits, b.charges,
  b.price_release, b.submitted_by, b.settled_before, b.created_at, b.started_at, b.resumed_at, b.ended_at, now() AS now,
  coalesce(
    (SELECT coalesce(name, email) FROM users u WHERE u.id = b.submitter_id),
    (SELECT name FROM api_keys k WHERE k.id = b.submitter_id)) AS submitted_by_name`;

/** Reads a batch of a client; with `lock` it stays locked until the end of the transaction. */
export async function loadBatch(
  sql: Sql,
  { id, clientId }: { id: string; clientId: string },
  { lock = false } = {},
): Promise<BatchRecord | undefined> {
  const [row] = await sql.query<BatchRecord>(
    `SELECT ${COLUMNS} FROM batches b WHERE b.id = $1 AND b.client_id = $2 ${lock ? 'FOR UPDATE' : ''}`,
    [id, clientId],
  );
  return row;
}

/** Reads batches of a client, newest first, below an id. */
export function loadBatches(
  sql: Sql,
  clientId: string,
  { below, limit }: { below: string; limit: number },
): Promise<BatchRecord[]> {
  return sql.query<BatchRecord>(
    `SELECT ${COLUMNS} FROM batches b WHERE b.client_id = $1 AND b.id < $2 ORDER BY b.id DESC LIMIT $3`,
    [clientId, below, limit],
  );
}

/** The displayed state of a row: from the file until it is submitted, then from its verification. */
const SHOWN_STATE = `CASE
  WHEN r.verification_id IS NOT NULL THEN v.status
  WHEN r.state = 'ready' THEN CASE WHEN r.duplicate THEN 'duplicate' ELSE 'valid' END
  ELSE r.state END`;

/** Counts the rows of a batch by state and service. */
export function countRows(
  sql: Sql,
  batchId: string,
): Promise<{ state: RowState; service_code: ServiceCode | null; duplicate: boolean; count: number }[]> {
  return sql.query(
    `SELECT ${SHOWN_STATE} AS state, r.service_code, r.duplicate, count(*)::int AS count
     FROM batch_rows r LEFT JOIN verifications v ON v.id = r.verification_id
     WHERE r.batch_id = $1 GROUP BY 1, 2, 3`,
    [batchId],
  );
}

/** A row of a batch with its result. */
export interface RowRecord {
  row_no: number;
  state: RowState;
  service_code: ServiceCode | null;
  verification_id: string | null;
  duplicate_of: string | null;
  faults: FieldFault[] | null;
  reference: string | null;
  subject_masked: string | null;
  outcome: Outcome | null;
  label: string | null;
  credits_charged: number | null;
  completed_at: Date | null;
}

/** Reads rows of a batch in order, after a row number; only those in one state if given. */
export function loadRows(
  sql: Sql,
  batchId: string,
  { after, limit, state }: { after: number; limit: number; state: RowState | undefined },
): Promise<RowRecord[]> {
  return sql.query<RowRecord>(
    `SELECT * FROM (
       SELECT r.row_no, ${SHOWN_STATE} AS state, r.service_code, r.verification_id, r.duplicate_of, r.faults,
         v.reference, v.subject_masked, v.outcome, v.label, v.credits_charged, v.completed_at
       FROM batch_rows r LEFT JOIN verifications v ON v.id = r.verification_id
       WHERE r.batch_id = $1 AND r.row_no > $2 ORDER BY r.row_no
     ) AS rows WHERE $4::text IS NULL OR state = $4 LIMIT $3`,
    [batchId, after, limit, state ?? null],
  );
}
