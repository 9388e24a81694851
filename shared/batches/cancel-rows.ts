import { bothClocksReached } from '../db/clocks.js';
import type { Database, Sql } from '../db/database.js';
import { DRAFT_KEPT_DAYS, PAUSED_KEPT_DAYS } from '../domain/batch.js';
import { forgetFiles } from './forget-files.js';

/** Most forgotten batches to be found at a time; the next pass finds the others. */
const MAX_FOUND = 1_000;

/**
 * Destroys the content of cancelled batches' rows, and the hash of a file of which nothing was submitted. Submitted
 * rows continue: they are verifications like any other. Call it in the transaction that cancels, which holds the locks
 * on the batches.
 */
export async function cancelRows(sql: Sql, batchIds: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE batch_rows SET state = 'cancelled', input_sealed = NULL, subject_hash = NULL, name_hash = NULL
     WHERE batch_id = ANY($1::uuid[]) AND state = 'ready'`,
    [batchIds],
  );
  await forgetFiles(sql, batchIds);
}

const IS_FORGOTTEN = `data_key IS NOT NULL
  AND (status = 'draft' AND changed_at < ${bothClocksReached('$1')} - interval '${DRAFT_KEPT_DAYS} days'
       OR status = 'paused' AND changed_at < ${bothClocksReached('$1')} - interval '${PAUSED_KEPT_DAYS} days')`;

/**
 * Finds drafts nobody started, and paused batches nobody resumed, within the allowed time by both clocks. The process's
 * clock is `now`.
 */
export async function findForgotten(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM batches WHERE ${IS_FORGOTTEN} ORDER BY id LIMIT ${MAX_FOUND}`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/**
 * Cancels one of them, unless somebody has gone on with it meanwhile or is about to: its rows are destroyed for good.
 * One transaction for each, since one has up to ten thousand rows.
 */
export async function cancelForgotten(
  db: Pick<Database, 'transaction'>,
  batchId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (sql) => {
    const cancelled = await sql.query(
      `UPDATE batches SET status = 'cancelled', reason = 'expired', data_key = NULL, changed_at = now(),
         ended_at = now()
       WHERE id = (SELECT id FROM batches WHERE id = $2 AND ${IS_FORGOTTEN} FOR UPDATE SKIP LOCKED) RETURNING id`,
      [now, batchId],
    );
    if (cancelled.length > 0) await cancelRows(sql, [batchId]);
  });
}
