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
  /** Only while its messages do not arrive. */
  failing?: WireFailing;
}

/** What has gone wrong at an endpoint since a message last arrived there. */
export interface WireFailing {
  /** The first failure. */
  since: string;
  /** How often it was tried in vain; messages that are tried together count once. */
  failures: number;
}

/** The answer to creating an endpoint or rotating its secret: the only ones that contain it. */
export interface WireNewWebhook extends WireWebhook {
  /** `whsec_` and base64, the format of Standard Webhooks libraries. */
  secret: string;
}

export interface WireWebhooks {
  data: WireWebhook[];
}

/** The delivery of one event to one endpoint. */
export interface WireDelivery {
  delivery_id: string;
  /** The `webhook-id` header of every attempt, by which a receiver recognises retries. */
  event_id: string;
  type: WebhookPayloadType;
  status: DeliveryStatus;
  /** The latest ones, oldest first. */
  attempts: DeliveryAttempt[];
  created_at: string;
  delivered_at: string | null;
}

/** The body posted to an endpoint; ids and figures only. */
export interface WireWebhookPayload {
  type: WebhookPayloadType;
  timestamp: string;
  /** For events in test mode, which also say so in `data`. */
  mode?: 'test';
  data: Record<string, unknown>;
}
