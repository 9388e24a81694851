import { describeOutage } from '../../shared/db/describe-outage.js';

/**
 * Why PostgreSQL could not be used, for the person who runs a command on the server: the driver's message, which names
 * addresses and roles, and what to do in our words.
 */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const remedy = describeOutage(error);
  return remedy === undefined ? message : `${message}: ${remedy}`;
}
