import { Counter, type Registry } from 'prom-client';

const RESULTS = ['sent', 'put_off', 'failed', 'dropped'] as const;

/** Result of an attempt to send a mail; `dropped`: it has no recipient, or its link has ended. */
export type MailResult = (typeof RESULTS)[number];

/** Counters of mails. */
export interface MailMetrics {
  countAttempt(result: MailResult): void;
}

/** Registers the metrics of mails. */
export function createMailMetrics(registry: Registry): MailMetrics {
  const attempts = new Counter({
    name: 'mail_attempts_total',
    help: 'Attempts to send a mail, by result',
    labelNames: ['result'],
    registers: [registry],
  });
  // Start at 0: a series that first appears with a value shows alerts no increase.
  for (const result of RESULTS) attempts.inc({ result }, 0);
  return { countAttempt: (result) => attempts.inc({ result }) };
}
