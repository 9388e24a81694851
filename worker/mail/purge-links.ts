import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { PassErrors } from '../pass-errors.js';
import { purgeInBatches } from './purge-in-batches.js';

/** How long an invitation that has ended can still be sent again, and anybody may ask about a link. */
const KEPT_DAYS = 90;
const IS_OVER = `expires_at < ${bothClocksReached('$1')} - interval '${KEPT_DAYS} days'`;

/**
 * Deletes invitations and password resets, used or not, whose links by both clocks ended long ago: an invitation has
 * the address and the name of somebody who may never have joined. The process's clock is `now`.
 */
export async function purgeLinks(sql: Sql, now = new Date(), stopping = () => false): Promise<void> {
  const passErrors = new PassErrors();
  for (const table of ['invitations', 'password_resets'] as const) {
    await passErrors.attempt(() => purgeInBatches(sql, { table, isOver: IS_OVER, now, stopping }));
  }
  passErrors.throwAll();
}
