import { bothClocksReached } from '../db/clocks.js';

/**
 * SQL condition that the retention of `clients AS client` is over for `verifications AS v` by both clocks; the
 * process's own is bound as `$1`. Not in days of the calendar, which are longer or shorter where the time zone of the
 * server has its clocks changed.
 */
export const EXPIRED = `v.client_id = client.id AND v.status = 'completed' AND v.erased_at IS NULL
  AND v.completed_at < ${bothClocksReached('$1')} - client.retention_days * interval '24 hours'`;
