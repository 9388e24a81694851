/** The events a client can subscribe to (contract 7). */
export const WEBHOOK_EVENTS = [
  'verification.completed',
  'verification.manual_review',
  'wallet.low_balance',
  'limit.reached',
  'batch.completed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How long events and their deliveries are kept: long enough to find out next month why one was missed. */
export const EVENTS_KEPT_DAYS = 30;

/** The event sent by POST …/test; it cannot be subscribed to. */
export const TEST_EVENT = 'webhook.test';

/** Every `type` that a payload can have. */
export type WebhookPayloadType = WebhookEvent | typeof TEST_EVENT;

/** `pending` until delivered, or until retries are exhausted. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. `http_error` is any status but 2xx and 3xx, and is reported with the status. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'address_not_allowed',
  'name_not_resolved',
  'connection_failed',
  'redirect',
  'http_error',
  'url_not_allowed',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** One delivery attempt, as stored and shown. Of the answer only its status is kept. */
export interface DeliveryAttempt {
  /** RFC 3339. */
  at: string;
  /** HTTP status; null if there was no answer. */
  status: number | null;
  duration_ms: number;
  /** Null if the attempt succeeded. */
  error: AttemptError | null;
}

/** Contract 7: how long delivery of an event is retried. */
export const RETRY_HOURS = 24;
