import { BulkWrite } from '../db/bulk-write.js';
import type { Database, Sql } from '../db/database.js';
import { Wallet } from '../db/entities/index.js';
import { toPublicId } from '../domain/ids.js';
import { lockWallets, walletOf } from '../ledger/lock-wallets.js';
import { stageBatchCompleted } from '../webhooks/stage-events.js';
import { type FedBatch, type SubmitDeps, submitRows, type WaitingRow } from './submit-rows.js';

/** Rows of a batch in flight at once: enough to keep workers busy, few enough to stop soon. */
const ROWS_IN_FLIGHT = 100;
/** Rows per commit: other users of this wallet wait for no more than that. */
const ROWS_AT_ONCE = 50;

/**
 * Takes one step with a running batch: submits as many rows as there is room for, or completes it if nothing is left.
 * Resolves to whether there was anything to do.
 */
export async function feedBatch(db: Database, batch: FedBatch, deps: SubmitDeps): Promise<boolean> {
  await noteSettled(db, batch.id);
  const [count] = await db.query<{ in_flight: number }>(
    `SELECT count(*)::int AS in_flight FROM batch_rows WHERE batch_id = $1 AND state = 'submitted'`,
    [batch.id],
  );
  const inFlight = count?.in_flight ?? 0;
  const room = Math.min(ROWS_IN_FLIGHT - inFlight, ROWS_AT_ONCE);
  if (room <= 0) return false;
  const rows = await db.query<WaitingRow>(
    `SELECT row_no, input_sealed FROM batch_rows WHERE batch_id = $1 AND state = 'ready' ORDER BY row_no LIMIT $2`,
    [batch.id, room],
  );
  if (rows.length > 0) {
    await submitRows(db, batch, rows, deps);
    return true;
  }
  return inFlight === 0 && db.transaction((sql) => completeBatch(sql, batch));
}

/** Records settled rows: a row is in flight until its verification leaves `pending`. */
export async function noteSettled(sql: Sql, batchId: string): Promise<void> {
  await sql.query(
    `UPDATE batch_rows AS r SET state = 'settled' FROM verifications v
     WHERE r.batch_id = $1 AND r.state = 'submitted' AND v.id = r.verification_id AND v.status <> 'pending'`,
    [batchId],
  );
}

const COUNTS = `
  SELECT count(*) FILTER (WHERE v.status = 'completed')::int AS completed,
    count(*) FILTER (WHERE v.status = 'manual_review')::int AS manual_review,
    count(*) FILTER (WHERE r.state = 'skipped')::int AS skipped,
    count(*) FILTER (WHERE r.state = 'faulty')::int AS faulty,
    count(*) FILTER (WHERE r.state = 'refused')::int AS refused
  FROM batch_rows r LEFT JOIN verifications v ON v.id = r.verification_id WHERE r.batch_id = $1`;

/** Completes a batch with no row waiting or in flight, and notifies its client; a rerun finds it completed. */
async function completeBatch(sql: Sql, { id, client_id: clientId }: FedBatch): Promise<boolean> {
  const wallets = await lockWallets(sql, [clientId]);
  const ended = await sql.query<{ rows: number }>(
    `UPDATE batches SET status = 'completed', reason = NULL, data_key = NULL, changed_at = now(), ended_at = now(),
       leased_by = NULL, leased_until = NULL
     WHERE id = $1 AND status = 'running'
       AND NOT EXISTS (SELECT FROM batch_rows WHERE batch_id = $1 AND state IN ('ready', 'submitted'))
     RETURNING rows`,
    [id],
  );
  const [batch] = ended;
  if (batch === undefined) return false;
  const [counts] = await sql.query<Record<string, number>>(COUNTS, [id]);
  const write = new BulkWrite();
  const data = { batch_id: toPublicId('batch', id), status: 'completed', rows: batch.rows, ...counts };
  stageBatchCompleted(write, { clientId, data }, wallets);
  const { lastEventNo } = walletOf(wallets, clientId);
  write.update(Wallet, 'client_id', ['last_event_no'], [{ client_id: clientId, last_event_no: lastEventNo }]);
  await write.run(sql);
  return true;
}
