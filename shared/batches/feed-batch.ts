import { BulkWrite } from '../db/bulk-write.js';
import type { Database, Sql } from '../db/database.js';
import { Wallet } from '../db/entities/index.js';
import { toPublicId } from '../domain/ids.js';
import { lockWallets, walletOf } from '../ledger/lock-wallets.js';
import { type ServiceCode, serviceOf } from '../services/index.js';
import { stageBatchCompleted } from '../webhooks/stage-events.js';
import { type FedBatch, type SubmitDeps, submitRows, type WaitingRow } from './submit-rows.js';

/** Rows per commit: other users of this wallet wait for no more than that. */
const ROWS_AT_ONCE = 50;

/**
 * Takes one step with a running batch: submits as many rows as there is room for, or completes it if nothing is left.
 * `most` is how many of its checks may be pending at once; a row of more checks than that is submitted alone. Resolves
 * to whether there was anything to do.
 */
export async function feedBatch(
  db: Database,
  batch: FedBatch,
  most: number,
  deps: SubmitDeps,
): Promise<boolean> {
  await noteSettled(db, batch.id);
  const [count] = await db.query<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM batch_rows r JOIN checks c ON c.verification_id = r.verification_id
     WHERE r.batch_id = $1 AND r.state = 'submitted' AND c.status = 'pending'`,
    [batch.id],
  );
  const pending = count?.pending ?? 0;
  const room = most - pending;
  if (room <= 0) return false;
  const rows = await db.query<NextRow>(
    `SELECT row_no, input_sealed, service_code FROM batch_rows
     WHERE batch_id = $1 AND state = 'ready' ORDER BY row_no LIMIT $2`,
    [batch.id, Math.min(room, ROWS_AT_ONCE)],
  );
  const fitting = rowsThatFit(rows, room, pending === 0);
  if (fitting.length > 0) {
    await submitRows(db, batch, fitting, deps);
    return true;
  }
  return rows.length === 0 && pending === 0 && db.transaction((sql) => completeBatch(sql, batch));
}

/** A row that is ready has a service. */
type NextRow = WaitingRow & { service_code: ServiceCode };

/** The first rows whose checks there is room for; at least one if the batch is `idle`, or it would never go on. */
function rowsThatFit(rows: readonly NextRow[], room: number, idle: boolean): NextRow[] {
  let left = room;
  return rows.filter(({ service_code }, index) => {
    left -= serviceOf(service_code).checks.length;
    return left >= 0 || (idle && index === 0);
  });
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
