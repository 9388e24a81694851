import type { WireDelivery, WireWebhook } from '../../../../shared/wire/webhook.js';

type WebhookEvent = WireWebhook['events'][number];

/** What each event reports, in the order in which they are offered. */
export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'verification.completed': 'A check has a result',
  'verification.manual_review': 'A check went into review',
  'wallet.low_balance': 'Credits run low',
  'limit.reached': 'A spending limit is reached, or nearly so',
  'batch.completed': 'A batch has finished',
};

export const EVENTS = Object.keys(EVENT_WORDS) as WebhookEvent[];

/** Includes the event that only a test sends. */
export function deliveryWords(type: WireDelivery['type']): string {
  return type === 'webhook.test' ? 'Test' : EVENT_WORDS[type];
}
