import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';

/** Addresses are kept no longer than someone may ask why a mail did not arrive. */
const KEPT_DAYS = 7;

/** Deletes mails that by both clocks are too old to be asked about; the process's clock is `now`. */
export async function purgeMails(db: Database, now = new Date()): Promise<void> {
  await db.query(
    `DELETE FROM mails WHERE created_at < ${bothClocksReached('$1')} - interval '${KEPT_DAYS} days'`,
    [now],
  );
}
