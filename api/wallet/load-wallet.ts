import type { Sql } from '../../shared/db/database.js';

export interface WalletRow {
  balance: number;
  reserved: number;
  low_balance_threshold: number | null;
  updated_at: Date;
}

/** Reads the wallet of a client, or undefined when there is no such client. */
export async function loadWallet(sql: Sql, clientId: string): Promise<WalletRow | undefined> {
  const [row] = await sql.query<WalletRow>(
    `SELECT w.balance, w.reserved, c.low_balance_threshold, w.updated_at
     FROM wallets w JOIN clients c ON c.id = w.client_id WHERE w.client_id = $1`,
    [clientId],
  );
  return row;
}
