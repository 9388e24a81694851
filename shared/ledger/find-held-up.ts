import type { Sql } from '../db/database.js';

/**
 * Finds which of these clients' wallets another session holds locked right now, so that a transaction for many clients
 * that gave up waiting for a lock can go on without them. Wallets locked by a session that is itself waiting for a lock
 * are left out, for example those of another process's batch with the same clients: it is not the cause.
 */
export async function findHeldUp(sql: Sql, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(clientIds)];
  const heldUp = await sql.query<{ client_id: string }>(
    `WITH free AS (
       SELECT client_id FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE SKIP LOCKED
     ), waiting AS (
       SELECT held.transactionid FROM pg_locks held JOIN pg_locks wanted ON wanted.pid = held.pid
       WHERE held.locktype = 'transactionid' AND held.granted AND NOT wanted.granted
     )
     SELECT client_id FROM wallets w WHERE client_id = ANY($1::uuid[])
       AND NOT EXISTS (SELECT FROM free WHERE free.client_id = w.client_id)
       AND NOT EXISTS (SELECT FROM waiting WHERE waiting.transactionid = w.xmax)`,
    [ids],
  );
  return new Set(heldUp.map(({ client_id: clientId }) => clientId));
}
