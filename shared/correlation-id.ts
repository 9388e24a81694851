import { randomUUID } from 'node:crypto';
import { holdsIdentityNumber } from './domain/personal-data.js';

export const CORRELATION_HEADER = 'X-Correlation-Id';

const ACCEPTABLE = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Returns the caller's own correlation id, or a new one if it is absent, malformed (contract 2), or holds an identity
 * number: the id is written to every log line.
 */
export function chooseCorrelationId(given: string | undefined): string {
  if (given === undefined || !ACCEPTABLE.test(given)) return randomUUID();
  return holdsIdentityNumber(given, { separated: true }) ? randomUUID() : given;
}
