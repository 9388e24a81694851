import type { Sql } from '../../shared/db/database.js';
import type { Batch, BatchRow, Verification } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { RowState } from '../../shared/domain/batch.js';
import type { ServiceCode } from '../../shared/services/index.js';

const STORED = [
  'id',
  'status',
  'reason',
  'file_name',
  'rows',
  'valid_rows',
  'duplicate_rows',
  'credits',
  'charges',
  'price_release',
  'submitted_by',
  'settled_before',
  'created_at',
  'started_at',
  'resumed_at',
  'ended_at',
] as const;

/** A batch as stored, and what is known about it now. */
export interface BatchRecord extends RowOf<Batch, (typeof STORED)[number]> {
  submitted_by_name: string | null;
  now: Date;
}

const COLUMNS = `${STORED.map((column) => `b.${column}`).join(', ')}, now() AS now,
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
export interface RowRecord
  extends RowOf<BatchRow, 'row_no' | 'service_code' | 'verification_id' | 'duplicate_of' | 'faults'>,
    Nullable<
      RowOf<
        Verification,
        'reference' | 'subject_masked' | 'outcome' | 'label' | 'credits_charged' | 'completed_at'
      >
    > {
  state: RowState;
}

/** Of a row that is not submitted, there is no verification. */
type Nullable<T> = { [Column in keyof T]: T[Column] | null };

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
