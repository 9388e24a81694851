import { bothClocksReached } from '../db/clocks.js';

/**
 * SQL for a FROM: the clients with a retention, as `client`, and the moment before which what was completed is past it
 * by both clocks; the process's own is bound as `$1`. `which` is a condition on their ids. Not in days of the calendar,
 * which are longer or shorter where the time zone of the server has its clocks changed.
 *
 * OFFSET 0 has the moment worked out beforehand: under row-level security a calculation is no condition for an index,
 * and all that a client ever completed would be read to find what is due.
 */
export const clientsWithRetention = (which = 'true'): string => `(
  SELECT id, retention_days, ${bothClocksReached('$1')} - retention_days * interval '24 hours' AS keeps_since
  FROM clients WHERE retention_days IS NOT NULL AND ${which} OFFSET 0) AS client`;

/** SQL condition that the retention of `client` (clientsWithRetention) is over for `verifications AS v`. */
export const EXPIRED = `v.client_id = client.id AND v.status = 'completed' AND v.erased_at IS NULL
  AND v.completed_at < client.keeps_since`;
