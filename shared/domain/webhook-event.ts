/** What a client can be told of (contract 7). */
export const WEBHOOK_EVENTS = [
  'verification.completed',
  'verification.manual_review',
  'wallet.low_balance',
  'limit.reached',
  'batch.completed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** How long events and their deliveries are kept: long enough to find out next month why something was missed. */
export const EVENTS_KEPT_DAYS = 30;

/** What POST …/test sends: nobody subscribes to it. */
export const TEST_EVENT = 'webhook.test';

/** Every `type` that a payload can have. */
export type WebhookPayloadType = WebhookEvent | typeof TEST_EVENT;

/** `pending` until it is delivered, or has been tried in vain for as long as it is tried. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. `http_error` is any status but 2xx and 3xx, which is given beside it. */
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

/** One attempt to deliver, as it is kept and shown. Never anything of the answer but its status. */
export interface DeliveryAttempt {
  /** RFC 3339. */
  at: string;
  /** HTTP status, null when there was no answer. */
  status: number | null;
  duration_ms: number;
  /** Null when the attempt succeeded. */
  error: AttemptError | null;
}

/** Contract 7: how long an event is tried. */
export const RETRY_HOURS = 24;
