import type { Sql } from '../db/database.js';
import type { WalletBalance } from '../domain/ledger.js';

/** The locked wallets of a transaction, and the moment that the transaction stamps on everything it writes. */
export interface LockedWallets {
  byClient: Map<string, WalletBalance>;
  now: Date;
}

/**
 * Locks the wallets of these clients, always in the order of their ids, so that no two transactions wait for each
 * other. From here to the commit this transaction alone moves their credits, keys and evidence chains.
 */
export async function lockWallets(sql: Sql, clientIds: readonly string[]): Promise<LockedWallets> {
  const rows = await sql.query<{
    client_id: string;
    balance: number;
    reserved: number;
    last_entry_no: number;
    now: Date;
  }>(
    `SELECT client_id, balance, reserved, last_entry_no, now()::timestamptz(3) AS now FROM wallets
     WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE`,
    [[...new Set(clientIds)]],
  );
  const wallets = rows.map((row) => ({
    clientId: row.client_id,
    balance: row.balance,
    reserved: row.reserved,
    lastEntryNo: row.last_entry_no,
  }));
  return {
    byClient: new Map(wallets.map((wallet) => [wallet.clientId, wallet])),
    now: rows[0]?.now ?? new Date(),
  };
}

/** The wallet of a client among the locked ones. Throws when there is none: every client is made with one. */
export function walletOf(wallets: LockedWallets, clientId: string): WalletBalance {
  const wallet = wallets.byClient.get(clientId);
  if (wallet === undefined) throw new Error(`Bug: client ${clientId} has no wallet`);
  return wallet;
}
