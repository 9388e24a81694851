import type { WebhookEvent } from '../domain/webhook-event.js';
import type { WireWebhookPayload } from './webhook.js';

/** One event of the feed (contract 7): the payload of its webhook, its id and the cursor after it. */
export interface WireEvent extends WireWebhookPayload {
  /** The `webhook-id` header of every delivery of the event. */
  event_id: string;
  type: WebhookEvent;
  /** Send it as `after` to get what follows the event. */
  cursor: string;
}

/** One page of the feed, oldest first. */
export interface WireEventPage {
  data: WireEvent[];
  /** Send it back as `after`, even if the page is empty: the feed has no last page. */
  next_cursor: string;
  /** Whether more is already available. */
  has_more: boolean;
}
