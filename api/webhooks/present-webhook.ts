import { toPublicId } from '../../shared/domain/ids.js';
import type { WireWebhook } from '../../shared/wire/webhook.js';
import type { WebhookRow } from './webhook-row.js';

/** An endpoint as its client sees it (contract 7). */
export function presentWebhook(row: WebhookRow): WireWebhook {
  return {
    webhook_id: toPublicId('webhook', row.id),
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    created_at: row.created_at.toISOString(),
  };
}
