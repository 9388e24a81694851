import type { Sql } from '../../shared/db/database.js';
import type { Wallet } from '../../shared/db/entities/wallet.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';

export interface WalletRow extends RowOf<Wallet, 'balance' | 'reserved' | 'updated_at'> {
  low_balance_threshold: number | null;
}

/** Reads the wallet of a client, or undefined if there is no such client. */
export async function loadWallet(sql: Sql, clientId: string): Promise<WalletRow | undefined> {
  const [row] = await sql.query<WalletRow>(
    `SELECT w.balance, w.reserved, c.low_balance_threshold, w.updated_at
     FROM wallets w JOIN clients c ON c.id = w.client_id WHERE w.client_id = $1`,
    [clientId],
  );
  return row;
}
