import type { Sql } from '../db/database.js';
import type { WalletBalance } from '../domain/ledger.js';
import type { WebhookEvent } from '../domain/webhook-event.js';

/** The locked wallets of a transaction, and the moment that the transaction stamps on everything it writes. */
export interface LockedWallets {
  byClient: Map<string, WalletBalance>;
  now: Date;
  /** The clients among them that have webhooks: mostly none. */
  listeners: ReadonlyMap<string, Listener>;
}

/** What the webhooks of a client want to hear, and what it takes to tell them. */
export interface Listener {
  events: readonly WebhookEvent[];
  /** Null when nobody wants to hear of it. */
  lowBalanceThreshold: number | null;
  /** Available credits before this transaction moved any. */
  availableBefore: number;
}

interface WalletRow {
  client_id: string;
  balance: number;
  reserved: number;
  last_entry_no: number;
  webhook_events: WebhookEvent[];
  low_balance_threshold: number | null;
  now: Date;
}

/**
 * Locks the wallets of these clients, always in the order of their ids, so that no two transactions wait for each
 * other. From here to the commit this transaction alone moves their credits, keys and evidence chains.
 */
export async function lockWallets(sql: Sql, clientIds: readonly string[]): Promise<LockedWallets> {
  const rows = await sql.query<WalletRow>(
    `SELECT client_id, balance, reserved, last_entry_no, webhook_events, now()::timestamptz(3) AS now,
       CASE WHEN 'wallet.low_balance' = ANY(webhook_events) THEN (
         SELECT low_balance_threshold FROM clients WHERE id = wallets.client_id
       ) END AS low_balance_threshold
     FROM wallets WHERE client_id = ANY($1::uuid[]) ORDER BY client_id FOR UPDATE`,
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
    listeners: new Map(rows.filter(hasWebhooks).map((row) => [row.client_id, listenerOf(row)])),
  };
}

function hasWebhooks({ webhook_events }: WalletRow): boolean {
  return webhook_events.length > 0;
}

function listenerOf(row: WalletRow): Listener {
  return {
    events: row.webhook_events,
    lowBalanceThreshold: row.low_balance_threshold,
    availableBefore: row.balance - row.reserved,
  };
}

/** The wallet of a client among the locked ones. Throws when there is none: every client is made with one. */
export function walletOf(wallets: LockedWallets, clientId: string): WalletBalance {
  const wallet = wallets.byClient.get(clientId);
  if (wallet === undefined) throw new Error(`Bug: client ${clientId} has no wallet`);
  return wallet;
}
