import { Counter, type Registry } from 'prom-client';

const RESULTS = ['sent', 'put_off', 'failed', 'dropped'] as const;

/** What became of an attempt to send a mail; `dropped`: it is for nobody. */
export type MailResult = (typeof RESULTS)[number];

/** What is counted of mails. */
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
  // From 0 on: what appears with its first value is no step up to an alert.
  for (const result of RESULTS) attempts.inc({ result }, 0);
  return { countAttempt: (result) => attempts.inc({ result }) };
}
