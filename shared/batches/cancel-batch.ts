import { bothClocksReached } from '../db/clocks.js';
import type { Database, Sql } from '../db/database.js';
import { DRAFT_KEPT_DAYS, PAUSED_KEPT_DAYS } from '../domain/batch.js';
import { forgetFiles } from './forget-files.js';

/** Batches cancelled per transaction. */
const AT_ONCE = 10;

/**
 * Destroys the content of cancelled batches' rows, and the hash of a file of which nothing was submitted. Submitted rows
 * continue: they are verifications like any other. Call it in the transaction that cancels, which holds the locks on the
 * batches.
 */
export async function cancelRows(sql: Sql, batchIds: readonly string[]): Promise<void> {
  await sql.query(
    `UPDATE batch_rows SET state = 'cancelled', input_sealed = NULL, subject_hash = NULL, name_hash = NULL
     WHERE batch_id = ANY($1::uuid[]) AND state = 'ready'`,
    [batchIds],
  );
  await forgetFiles(sql, batchIds);
}

/**
 * Cancels drafts nobody started, and paused batches nobody resumed, within the allowed time by both clocks: their rows
 * are destroyed for good. The process's clock is `now`.
 */
export async function cancelForgotten(db: Pick<Database, 'transaction'>, now = new Date()): Promise<void> {
  let cancelled: number;
  do {
    cancelled = await db.transaction((sql) => cancelSome(sql, now));
  } while (cancelled === AT_ONCE);
}

async function cancelSome(sql: Sql, now: Date): Promise<number> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE batches SET status = 'cancelled', reason = 'expired', data_key = NULL, changed_at = now(), ended_at = now()
     WHERE id IN (
       SELECT id FROM batches WHERE data_key IS NOT NULL
         AND (status = 'draft' AND changed_at < ${bothClocksReached('$1')} - interval '${DRAFT_KEPT_DAYS} days'
              OR status = 'paused' AND changed_at < ${bothClocksReached('$1')} - interval '${PAUSED_KEPT_DAYS} days')
       ORDER BY id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
     ) RETURNING id`,
    [now],
  );
  if (rows.length > 0) {
    await cancelRows(
      sql,
      rows.map(({ id }) => id),
    );
  }
  return rows.length;
}
