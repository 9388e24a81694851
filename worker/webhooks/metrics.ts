import { Counter, Histogram, type Registry } from 'prom-client';
import { ATTEMPT_ERRORS, type AttemptError } from '../../shared/domain/webhook-event.js';

/** Counters of webhooks. */
export interface WebhookMetrics {
  /** `error` is null for a success. */
  countAttempt(error: AttemptError | null, durationMs: number): void;
  /** Counts the first attempt to deliver an event to a working endpoint, this many seconds after it could be made. */
  countFirstAttempt(afterSeconds: number): void;
  countDisabled(): void;
}

/** Registers the metrics of webhooks. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Attempts to deliver a webhook, by result',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Start at 0: a series that first appears with a value shows alerts no increase.
  for (const result of ['delivered', ...ATTEMPT_ERRORS]) attempts.zero({ result });
  const disabled = new Counter({
    name: 'webhook_endpoints_disabled_total',
    help: 'Webhook endpoints that were turned off after days of failure',
    registers: [registry],
  });
  const first = new Histogram({
    name: 'webhook_first_attempt_seconds',
    help: 'Time from when an event could be delivered to a working endpoint to the first attempt',
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
    registers: [registry],
  });
  return {
    countFirstAttempt: (afterSeconds) => first.observe(Math.max(0, afterSeconds)),
    countAttempt: (error, durationMs) =>
      attempts.observe({ result: error ?? 'delivered' }, durationMs / 1_000),
    countDisabled: () => disabled.inc(),
  };
}
