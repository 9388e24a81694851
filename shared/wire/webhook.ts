import type {
  DeliveryAttempt,
  DeliveryStatus,
  WebhookEvent,
  WebhookPayloadType,
} from '../domain/webhook-event.js';

/** An endpoint of a client (contract 7). */
export interface WireWebhook {
  webhook_id: string;
  url: string;
  events: WebhookEvent[];
  /** False after days of failure, until a test event arrives. */
  enabled: boolean;
  created_at: string;
}

/** The answer to making an endpoint or rotating its secret: the only ones that ever hold it. */
export interface WireNewWebhook extends WireWebhook {
  /** `whsec_` and base64, as libraries for Standard Webhooks take it. */
  secret: string;
}

export interface WireWebhooks {
  data: WireWebhook[];
}

/** One event on its way to one endpoint. */
export interface WireDelivery {
  delivery_id: string;
  /** The `webhook-id` header of every attempt, by which a receiver tells repetitions. */
  event_id: string;
  type: WebhookPayloadType;
  status: DeliveryStatus;
  /** The latest ones, oldest first. */
  attempts: DeliveryAttempt[];
  created_at: string;
  delivered_at: string | null;
}

/** What is posted to an endpoint; ids and figures only. */
export interface WireWebhookPayload {
  type: WebhookPayloadType;
  timestamp: string;
  /** Of events of test mode, which say so in `data` too. */
  mode?: 'test';
  data: Record<string, unknown>;
}
