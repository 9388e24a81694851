import type { WebhookEvent } from '../../shared/domain/webhook-event.js';

/** An endpoint as far as its owner may see it again. */
export interface WebhookRow {
  id: string;
  url: string;
  events: WebhookEvent[];
  enabled: boolean;
  created_at: Date;
}

/** The columns of a WebhookRow. */
export const WEBHOOK_COLUMNS = 'id, url, events, enabled, created_at';
