import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { purgeInBatches } from './purge-in-batches.js';

/** Addresses are kept no longer than someone may ask why a mail did not arrive. */
const KEPT_DAYS = 7;
const IS_OVER = `created_at < ${bothClocksReached('$1')} - interval '${KEPT_DAYS} days'`;

/** Deletes mails that by both clocks are too old to be asked about; the process's clock is `now`. */
export function purgeMails(sql: Sql, now = new Date(), stopping = () => false): Promise<void> {
  return purgeInBatches(sql, { table: 'mails', isOver: IS_OVER, now, stopping });
}
