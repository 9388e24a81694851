import { toPublicId } from '../../shared/domain/ids.js';
import type { WireWebhook } from '../../shared/wire/webhook.js';
import type { ShownWebhook } from './load-webhooks.js';

/** An endpoint as its client sees it (contract 7). */
export function presentWebhook(webhook: ShownWebhook): WireWebhook {
  return {
    webhook_id: toPublicId('webhook', webhook.id),
    url: webhook.url,
    events: webhook.events,
    enabled: webhook.enabled,
    created_at: webhook.createdAt.toISOString(),
    ...presentFailing(webhook),
  };
}

function presentFailing({ failingSince, consecutiveFailures }: ShownWebhook): Pick<WireWebhook, 'failing'> {
  if (failingSince === null) return {};
  return { failing: { since: failingSince.toISOString(), failures: consecutiveFailures } };
}
