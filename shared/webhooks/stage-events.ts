import { type LockedWallets, walletOf } from '../commands/lock-wallets.js';
import type { BulkWrite, Columns } from '../db/bulk-write.js';
import { newId, toPublicId } from '../domain/ids.js';
import { availableCredits } from '../domain/ledger.js';
import type { VerificationResult } from '../domain/settle-verification.js';
import type { WebhookEvent } from '../domain/webhook-event.js';

/** A verification that has just left `pending`, or a review. */
export interface VerificationNews {
  id: string;
  clientId: string;
  credits: number;
  result: VerificationResult;
}

/** Adds an event for each of these verifications to a write, as far as a webhook of its client wants to hear of it. */
export function stageVerificationEvents(
  write: BulkWrite,
  news: readonly VerificationNews[],
  wallets: LockedWallets,
): void {
  const events = news.map(({ clientId, ...verification }) => ({
    clientId,
    type: `verification.${verification.result.status}` as const,
    data: dataOf(verification),
  }));
  stage(write, events, wallets);
}

function dataOf({ id, credits, result }: Omit<VerificationNews, 'clientId'>): Record<string, unknown> {
  const completed = result.status === 'completed' ? result : undefined;
  return {
    request_id: toPublicId('verification', id),
    status: result.status,
    outcome: completed?.outcome ?? null,
    credits_reserved: completed === undefined ? credits : 0,
    credits_charged: completed?.settleBy === 'charge' ? credits : 0,
  };
}

/**
 * Adds an event for each wallet whose available credits have fallen below the client's threshold in this transaction:
 * once for each time they cross it, however many charges follow. To be called when the lines of the ledger are known.
 */
export function stageLowBalances(write: BulkWrite, wallets: LockedWallets): void {
  const events = [];
  for (const [clientId, { lowBalanceThreshold, availableBefore }] of wallets.listeners) {
    const wallet = walletOf(wallets, clientId);
    const available = availableCredits(wallet);
    if (lowBalanceThreshold === null || availableBefore < lowBalanceThreshold) continue;
    if (available >= lowBalanceThreshold) continue;
    const data = {
      balance: wallet.balance,
      reserved: wallet.reserved,
      available,
      low_balance_threshold: lowBalanceThreshold,
    };
    events.push({ clientId, type: 'wallet.low_balance' as const, data });
  }
  stage(write, events, wallets);
}

interface StagedEvent {
  clientId: string;
  type: WebhookEvent;
  data: Record<string, unknown>;
}

const EVENT_COLUMNS = {
  id: 'uuid',
  client_id: 'uuid',
  type: 'text',
  data: 'jsonb',
  created_at: 'timestamptz',
} as const satisfies Columns;

function stage(write: BulkWrite, events: readonly StagedEvent[], { listeners, now }: LockedWallets): void {
  const wanted = events.filter(({ clientId, type }) => listeners.get(clientId)?.events.includes(type));
  write.insert(
    'webhook_events',
    EVENT_COLUMNS,
    wanted.map(({ clientId, type, data }) => ({
      id: newId(),
      client_id: clientId,
      type,
      data: JSON.stringify(data),
      created_at: now,
    })),
  );
}
