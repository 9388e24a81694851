import type { WireWallet } from '../../shared/wire/wallet.js';
import type { WalletRow } from './load-wallet.js';

/** The credits of a client (contract 5). */
export function presentWallet(row: WalletRow): WireWallet {
  return {
    balance: row.balance,
    reserved: row.reserved,
    // Never negative: the table keeps reserved within balance.
    available: row.balance - row.reserved,
    low_balance_threshold: row.low_balance_threshold,
    updated_at: row.updated_at.toISOString(),
  };
}
