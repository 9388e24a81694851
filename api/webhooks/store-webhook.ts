import type { Sql } from '../../shared/db/database.js';
import { WebhookEndpoint } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { WebhookEvent } from '../../shared/domain/webhook-event.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import { lockWallets, walletOf } from '../../shared/ledger/lock-wallets.js';
import { refreshWantedEvents } from '../../shared/webhooks/wanted-events.js';
import { loadWebhook, loadWebhooks } from './load-webhooks.js';

export interface NewWebhook {
  /** Created before the transaction, so that a rerun finds its own earlier effect. */
  id: string;
  clientId: string;
  url: string;
  events: readonly WebhookEvent[];
  secretSealed: Buffer;
  /** The user creating it. */
  createdBy: string;
}

/** Enough for one endpoint per system and environment; more would only multiply the cost of every event. */
export const MAX_WEBHOOKS = 10;

/**
 * Stores a new endpoint and records it in the audit log. Undefined if the client has reached its maximum. Concurrent
 * creations queue for the client's wallet lock. Safe to run again after a lost commit.
 */
export async function storeWebhook(
  sql: Sql,
  webhook: NewWebhook,
  by: Actor,
): Promise<{ createdAt: Date } | undefined> {
  const { id, clientId, url, events, secretSealed, createdBy } = webhook;
  const wallets = await lockWallets(sql, [clientId]);
  const webhooks = await loadWebhooks(sql, clientId);
  const earlier = webhooks.find((known) => known.id === id);
  if (earlier !== undefined) return earlier;
  if (webhooks.length >= MAX_WEBHOOKS) return undefined;
  const afterEventNo = walletOf(wallets, clientId).lastEventNo;
  await rowsOf(sql, WebhookEndpoint).insert({
    ...{ id, clientId, url, events, secretSealed, createdBy },
    afterEventNo,
  });
  await refreshWantedEvents(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: 'webhook.created',
    target: toPublicId('webhook', id),
    // Paths and queries of such URLs are often secrets.
    details: { client_id: toPublicId('client', clientId), origin: new URL(url).origin, events },
  });
  const created = await loadWebhook(sql, { id, clientId });
  if (created === undefined) throw new Error('Bug: an insert gave no row');
  return created;
}
