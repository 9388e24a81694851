import type { BulkWrite } from '../db/bulk-write.js';
import { Mail, WebhookEventRow } from '../db/entities/index.js';
import { columnsOf } from '../db/table-of.js';
import { newId, toPublicId } from '../domain/ids.js';
import { availableCredits } from '../domain/ledger.js';
import type { VerificationResult } from '../domain/result-of-checks.js';
import { LIMITED_KINDS, type LimitAlert, periodEnd } from '../domain/spending.js';
import type { WebhookEvent } from '../domain/webhook-event.js';
import { type LockedWallet, type LockedWallets, walletOf } from '../ledger/lock-wallets.js';
import type { MailData, MailKind } from '../mail/kinds.js';
import type { ServiceCode } from '../services/index.js';

/** A verification that has just left `pending`, or a review. */
export interface VerificationNews {
  id: string;
  clientId: string;
  serviceCode: ServiceCode;
  idempotencyKey: string;
  reference: string | null;
  credits: number;
  result: VerificationResult;
}

/** What clients are notified of besides their wallets. */
export interface ClientNews {
  verifications?: readonly VerificationNews[];
  /** Limits the client was not warned about before in their period, as determined by `Spending`. */
  alerts?: readonly LimitAlert[];
}

/**
 * Adds to a write an event for each of these verifications and limits, and one for each wallet whose available credits
 * fell below the client's threshold in this transaction: once per crossing, however many charges follow. Call it when
 * the credits or the threshold are changed. Each event takes the next number of its client, which the caller must write
 * back: numbers are assigned under the wallet's lock, so when a number can be read, so can all lower ones. Returns the
 * clients that have events.
 */
export function stageEvents(
  write: BulkWrite,
  { verifications = [], alerts = [] }: ClientNews,
  wallets: LockedWallets,
): Set<string> {
  const low = [...wallets.byClient.values()].filter(hasCrossedThreshold);
  const events = [
    ...verifications.map(verificationEvent),
    ...low.map(lowBalanceEvent),
    ...alerts.map(limitEvent),
  ];
  write.insert(Mail, MAIL_COLUMNS, low.map(lowBalanceMail));
  write.insert(
    WebhookEventRow,
    EVENT_COLUMNS,
    events.map((event) => eventRow(event, walletOf(wallets, event.clientId), wallets.now)),
  );
  return new Set(events.map(({ clientId }) => clientId));
}

/** Adds the event that a batch is completed; the caller writes the number back (`stageEvents`). */
export function stageBatchCompleted(
  write: BulkWrite,
  batch: { clientId: string; data: Record<string, unknown> },
  wallets: LockedWallets,
): void {
  const event: StagedEvent = { ...batch, type: 'batch.completed' };
  const row = eventRow(event, walletOf(wallets, batch.clientId), wallets.now);
  write.insert(WebhookEventRow, EVENT_COLUMNS, [row]);
}

interface StagedEvent {
  clientId: string;
  type: WebhookEvent;
  data: Record<string, unknown>;
}

function verificationEvent(news: VerificationNews): StagedEvent {
  const { id, clientId, serviceCode, idempotencyKey, reference, credits, result } = news;
  const completed = result.status === 'completed' ? result : undefined;
  return {
    clientId,
    type: `verification.${result.status}`,
    data: {
      request_id: toPublicId('verification', id),
      service_code: serviceCode,
      // The caller's own key for the request, by which it recognises it even if it never got the answer.
      idempotency_key: idempotencyKey,
      ...(reference !== null && { reference }),
      status: result.status,
      outcome: completed?.outcome ?? null,
      credits_reserved: completed === undefined ? credits : 0,
      credits_charged: completed?.settleBy === 'charge' ? credits : 0,
    },
  };
}

/** Whether this transaction, which changed the credits or the threshold, made it low. */
function hasCrossedThreshold(wallet: LockedWallet): boolean {
  const { availableBefore, thresholdBefore, lowBalanceThreshold } = wallet;
  return isLow(availableCredits(wallet), lowBalanceThreshold) && !isLow(availableBefore, thresholdBefore);
}

function isLow(available: number, threshold: number | null): boolean {
  return threshold !== null && available < threshold;
}

function lowBalanceEvent(wallet: LockedWallet): StagedEvent {
  return {
    clientId: wallet.clientId,
    type: 'wallet.low_balance',
    data: {
      balance: wallet.balance,
      reserved: wallet.reserved,
      available: availableCredits(wallet),
      low_balance_threshold: wallet.lowBalanceThreshold,
    },
  };
}

function limitEvent({ clientId, told, ...limit }: LimitAlert): StagedEvent {
  return {
    clientId,
    type: 'limit.reached',
    data: {
      of: limit.of,
      id: toPublicId(LIMITED_KINDS[limit.of], limit.subjectId),
      period: limit.period,
      percent: told,
      credits: limit.credits,
      used: limit.used,
      resets_at: periodEnd(limit.period, limit.startsOn).toISOString(),
    },
  };
}

const MAIL_COLUMNS = ['id', 'client_id', 'kind', 'data'] as const;

function lowBalanceMail(wallet: LockedWallet) {
  const data: MailData = { available: availableCredits(wallet), threshold: wallet.lowBalanceThreshold };
  const kind: MailKind = 'low_balance';
  return { id: newId(), client_id: wallet.clientId, kind, data: JSON.stringify(data) };
}

/** The request it names is filled in by a trigger. */
const EVENT_COLUMNS = columnsOf(WebhookEventRow, { except: ['named_request'] });

function eventRow({ clientId, type, data }: StagedEvent, wallet: LockedWallet, now: Date) {
  wallet.lastEventNo += 1;
  return {
    id: newId(),
    client_id: clientId,
    event_no: wallet.lastEventNo,
    type,
    data: JSON.stringify(data),
    created_at: now,
    // An event no endpoint wants is only in the feed: workers have nothing to deliver.
    fanned_out_at: wallet.webhookEvents.includes(type) ? null : now,
  };
}
