import type { Sql } from '../db/database.js';
import type { Wallet } from '../db/entities/wallet.entity.js';
import type { RowOf } from '../db/row-of.js';
import type { WalletBalance } from '../domain/ledger.js';
import type { WebhookEvent } from '../domain/webhook-event.js';

/** The locked wallets of a transaction, and the moment it stamps on everything it writes. */
export interface LockedWallets {
  byClient: Map<string, LockedWallet>;
  /** Not before any moment that another transaction stamped under these locks, so newer rows never look older. */
  now: Date;
}

/** A locked wallet, with what is needed to notify its client. */
export interface LockedWallet extends WalletBalance {
  /** The number of the newest event in the client's feed. */
  lastEventNo: number;
  /** The events the client's webhooks subscribe to: usually none. */
  webhookEvents: readonly WebhookEvent[];
  /** Null if the client does not want to be notified. */
  lowBalanceThreshold: number | null;
  /** The threshold before this transaction. */
  thresholdBefore: number | null;
  /** Available credits before this transaction moved any. */
  availableBefore: number;
  /** When credits last moved before this transaction. */
  updatedAt: Date;
}

interface WalletRow
  extends RowOf<
    Wallet,
    'client_id' | 'balance' | 'reserved' | 'last_entry_no' | 'last_event_no' | 'webhook_events' | 'updated_at'
  > {
  low_balance_threshold: number | null;
  now: Date;
}

/**
 * Locks the wallets of these clients, always in the order of their ids, so that no two transactions deadlock. From here
 * to the commit only this transaction moves their credits, keys, evidence chains and events.
 *
 * The clock is read with each row, because now() is from before the wait for the locks. A row that changed during the
 * wait is read again, clock included.
 */
export async function lockWallets(sql: Sql, clientIds: readonly string[]): Promise<LockedWallets> {
  const rows = await sql.query<WalletRow>(
    `SELECT client_id, balance, reserved, last_entry_no, last_event_no, webhook_events, updated_at,
       (SELECT low_balance_threshold FROM clients WHERE id = wallets.client_id) AS low_balance_threshold,
       clock_timestamp()::timestamptz(3) AS now
     FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE`,
    [[...new Set(clientIds)]],
  );
  return {
    byClient: new Map(rows.map((row) => [row.client_id, walletFrom(row)])),
    now: rows.reduce((latest, { now }) => (now > latest ? now : latest), rows[0]?.now ?? new Date()),
  };
}

function walletFrom(row: WalletRow): LockedWallet {
  return {
    clientId: row.client_id,
    balance: row.balance,
    reserved: row.reserved,
    lastEntryNo: row.last_entry_no,
    lastEventNo: row.last_event_no,
    webhookEvents: row.webhook_events,
    lowBalanceThreshold: row.low_balance_threshold,
    thresholdBefore: row.low_balance_threshold,
    availableBefore: row.balance - row.reserved,
    updatedAt: row.updated_at,
  };
}

/** Returns a client's locked wallet. Throws if there is none: every client is created with one. */
export function walletOf(wallets: LockedWallets, clientId: string): LockedWallet {
  const wallet = wallets.byClient.get(clientId);
  if (wallet === undefined) throw new Error(`Bug: client ${clientId} has no wallet`);
  return wallet;
}
