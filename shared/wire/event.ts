import type { WebhookEvent } from '../domain/webhook-event.js';
import type { WireWebhookPayload } from './webhook.js';

/** One event of the feed (contract 7): what webhooks post, with its id and where the feed goes on after it. */
export interface WireEvent extends WireWebhookPayload {
  /** The `webhook-id` header of every delivery of the event. */
  event_id: string;
  type: WebhookEvent;
  /** To be sent as `after` for what follows the event. */
  cursor: string;
}

/** One page of the feed, oldest first. */
export interface WireEventPage {
  data: WireEvent[];
  /** To be sent back as `after`, also when the page is empty: the feed has no last page. */
  next_cursor: string;
  /** Whether there is more already. */
  has_more: boolean;
}
