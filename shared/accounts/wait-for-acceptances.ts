import type { Sql } from '../db/database.js';

/**
 * Waits for requests of this client that are being accepted, and makes those that come behind see what this transaction
 * has changed: whoever accepts holds the client's wallet, and judges its caller with it. To be called by what takes a
 * right away, before its commit.
 */
export async function waitForAcceptances(sql: Sql, clientId: string): Promise<void> {
  await sql.query('SELECT FROM wallets WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
}
