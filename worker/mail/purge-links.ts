import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';

/** How long an invitation that has ended can still be sent again, and anybody may ask about a link. */
const KEPT_DAYS = 90;
const IS_OVER = `expires_at < ${bothClocksReached('$1')} - interval '${KEPT_DAYS} days'`;
/** Rows per statement: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Deletes invitations and password resets, used or not, whose links by both clocks ended long ago: an invitation has the
 * address and the name of somebody who may never have joined. The process's clock is `now`.
 */
export async function purgeLinks(db: Database, now = new Date()): Promise<void> {
  for (const table of ['invitations', 'password_resets']) {
    // The second time for an invitation that was sent again while this waited for its row.
    const statement = `DELETE FROM ${table} WHERE ${IS_OVER} AND id IN (
      SELECT id FROM ${table} WHERE ${IS_OVER} LIMIT ${BATCH}) RETURNING id`;
    let deleted: unknown[];
    do deleted = await db.query(statement, [now]);
    while (deleted.length === BATCH);
  }
}
