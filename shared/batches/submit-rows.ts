import type { KeyObject } from 'node:crypto';
import { acceptAndEnqueue } from '../acceptance/accept-and-enqueue.js';
import type { AcknowledgeDeps } from '../acceptance/acknowledge.js';
import { DUPLICATE_DAYS } from '../acceptance/find-duplicates.js';
import { prepareSubmission } from '../acceptance/prepare-submission.js';
import type { Acceptance, Submission } from '../acceptance/submission.js';
import type { Keyring } from '../crypto/keyring.js';
import type { Database, Sql } from '../db/database.js';
import type { Batch } from '../db/entities/batch.entity.js';
import type { BatchRow } from '../db/entities/batch-row.entity.js';
import type { RowOf } from '../db/row-of.js';
import type { BatchReason, StoredRowState } from '../domain/batch.js';
import type { FieldFault } from '../domain/faults.js';
import { toPublicId } from '../domain/ids.js';
import type { Logger } from '../logger.js';
import type { CheckQueue } from '../queues/check-queue.js';
import { serviceOf } from '../services/index.js';
import { PRICE_LIST } from '../services/price-list.js';
import { authoriseBatches, type BatchCaller, BatchHalted } from './authorise-batches.js';
import { openBatchKey, openRow } from './row-input.js';

/** A batch as its feeder sees it. */
export interface FedBatch
  extends RowOf<
    Batch,
    'id' | 'client_id' | 'charges' | 'biometric_consent' | 'skip_duplicates' | 'channel' | 'correlation_id'
  > {
  data_key: NonNullable<Batch['dataKey']>;
  submitted_by: NonNullable<Batch['submittedBy']>;
}

/** A row waiting to be submitted. */
export interface WaitingRow extends RowOf<BatchRow, 'row_no'> {
  input_sealed: NonNullable<BatchRow['inputSealed']>;
}

export interface SubmitDeps extends AcknowledgeDeps {
  checkQueue: Pick<CheckQueue, 'enqueue'>;
  logger: Logger;
  keys: { encryptionKeys: Keyring; indexKey: KeyObject };
  /** SQL condition the server must meet for anything to be accepted. */
  durable: string;
}

/** The result of a row, written in the transaction that accepts it. */
interface RowFate {
  rowNo: number;
  state: StoredRowState;
  verificationId: string | null;
  duplicateOf: string | null;
  faults: FieldFault[] | null;
}

/** A row was erased between being read and being submitted: nothing of its chunk is submitted. */
class RowGone extends Error {
  override readonly name = 'RowGone';
}

/**
 * Submits rows of a batch as ordinary requests under the keys `<batch_id>:<row>`. The acceptances and the rows' new
 * states are one commit, so no row is submitted without being marked; and should one be submitted again anyway, its key
 * makes it a replay. Pauses the batch, in the same commit, if it may not or cannot continue.
 */
export async function submitRows(
  db: Database,
  batch: FedBatch,
  rows: readonly WaitingRow[],
  deps: SubmitDeps,
): Promise<void> {
  const submissions = prepareRows(batch, rows, deps.keys);
  if (submissions.length === 0) {
    await pauseBatch(db, batch.id, 'charge_changed');
    return;
  }
  const options = {
    authoriseCallers: authoriseBatches,
    durable: deps.durable,
    alongside: (sql: Sql, acceptances: readonly Acceptance[]) =>
      writeFates(sql, batch, rows, submissions, acceptances),
  };
  await acceptAndEnqueue(db, submissions, options, deps).catch((error: unknown) => {
    if (!(error instanceof RowGone)) throw error;
  });
}

/**
 * Prepares the rows before the first whose charge is no longer the approved one: a new release may have other prices.
 */
function prepareRows(
  batch: FedBatch,
  rows: readonly WaitingRow[],
  keys: SubmitDeps['keys'],
): Submission<BatchCaller>[] {
  const key = openBatchKey(keys.encryptionKeys, batch.data_key, batch.id);
  const submissions: Submission<BatchCaller>[] = [];
  for (const { row_no, input_sealed } of rows) {
    const { service: code, ...input } = openRow(key, batch.id, row_no, input_sealed);
    const service = serviceOf(code);
    const credits = PRICE_LIST.credits[code];
    if (batch.charges[code] !== credits) break;
    const request = {
      ...input,
      service,
      credits,
      duplicates: { refuse: batch.skip_duplicates, days: DUPLICATE_DAYS },
      idempotencyKey: `${toPublicId('batch', batch.id)}:${row_no}`,
      biometricConsent: batch.biometric_consent,
      creditsApproved: credits,
    };
    const submitter = {
      caller: { batchId: batch.id, submittedBy: batch.submitted_by },
      clientId: batch.client_id,
      actor: batch.submitted_by,
      channel: batch.channel,
      correlationId: batch.correlation_id,
      traceparent: undefined,
    };
    submissions.push(prepareSubmission(request, submitter, keys));
  }
  return submissions;
}

async function writeFates(
  sql: Sql,
  batch: FedBatch,
  rows: readonly WaitingRow[],
  submissions: readonly Submission<BatchCaller>[],
  acceptances: readonly Acceptance[],
): Promise<void> {
  const fates = acceptances.flatMap((acceptance, index) =>
    fateOf(rows[index]?.row_no ?? 0, submissions[index]?.verificationId ?? '', acceptance),
  );
  const reason = acceptances.reduce<BatchReason | null>((found, next) => found ?? reasonToPause(next), null);
  if (fates.length > 0) {
    const written = await sql.query(WRITE_FATES, [
      batch.id,
      fates.map(({ rowNo }) => rowNo),
      fates.map(({ state }) => state),
      fates.map(({ verificationId }) => verificationId),
      fates.map(({ duplicateOf }) => duplicateOf),
      fates.map(({ faults }) => (faults === null ? null : JSON.stringify(faults))),
    ]);
    if (written.length !== fates.length) throw new RowGone();
  }
  if (reason !== null) await pauseBatch(sql, batch.id, reason);
}

// A rerun transaction finds its own rows.
const WRITE_FATES = `
  UPDATE batch_rows AS r SET state = f.state, verification_id = f.verification_id,
    duplicate_of = coalesce(f.duplicate_of, r.duplicate_of), faults = f.faults,
    input_sealed = NULL, subject_hash = NULL, name_hash = NULL
  FROM unnest($2::integer[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[])
    AS f (row_no, state, verification_id, duplicate_of, faults)
  WHERE r.batch_id = $1 AND r.row_no = f.row_no
    AND (r.state = 'ready' OR r.verification_id = f.verification_id) RETURNING r.row_no`;

function fateOf(rowNo: number, own: string, acceptance: Acceptance): RowFate[] {
  const fate = { rowNo, verificationId: null, duplicateOf: null, faults: null };
  switch (acceptance.kind) {
    case 'accepted':
      return [{ ...fate, state: 'submitted', verificationId: own }];
    case 'replay':
      return [{ ...fate, state: 'submitted', verificationId: acceptance.verificationId }];
    case 'duplicate':
      return [{ ...fate, state: 'skipped', duplicateOf: acceptance.verificationId }];
    case 'key_reused':
      return [{ ...fate, state: 'refused', faults: [KEY_REUSED] }];
    default:
      return [];
  }
}

const KEY_REUSED: FieldFault = {
  field: 'idempotency_key',
  code: 'idempotency_key_reused',
  message: 'The key of this row was used for another request.',
};

function reasonToPause(acceptance: Acceptance): BatchReason | null {
  if (acceptance.kind === 'insufficient_credits' || acceptance.kind === 'limit_reached')
    return acceptance.kind;
  if (acceptance.kind !== 'unauthorized') return null;
  return acceptance.refusal instanceof BatchHalted ? acceptance.refusal.reason : 'submitter_not_allowed';
}

/** Pauses a running batch; one stopped meanwhile stays as it is. */
export async function pauseBatch(sql: Sql, batchId: string, reason: BatchReason): Promise<void> {
  await sql.query(
    `UPDATE batches SET status = 'paused', reason = $2, changed_at = now(), leased_by = NULL, leased_until = NULL
     WHERE id = $1 AND status = 'running'`,
    [batchId, reason],
  );
}
