import type { Sql } from '../db/database.js';

/**
 * Finds those of these clients whose wallet somebody else has locked at this moment: a transaction of many clients that
 * waited for a lock in vain can then go on without them.
 */
export async function findHeldUp(sql: Sql, clientIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set(clientIds);
  const free = await sql.query<{ client_id: string }>(
    `SELECT client_id FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE SKIP LOCKED`,
    [[...ids]],
  );
  for (const { client_id: clientId } of free) ids.delete(clientId);
  return ids;
}
