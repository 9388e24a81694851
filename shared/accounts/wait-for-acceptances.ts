import type { Sql } from '../db/database.js';

/**
 * Waits for requests of this client that are being accepted, and makes later ones see what this transaction changed:
 * accepting a request locks the client's wallet, and then authorises the caller. Call it before committing a change
 * that revokes a right or sets a limit.
 *
 * Whoever locks several things does so in one order, so that nobody waits for each other: the client, its people, its
 * keys, its wallet, and last the audit log.
 */
export async function waitForAcceptances(sql: Sql, clientId: string): Promise<void> {
  await sql.query('SELECT FROM wallets WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
}
