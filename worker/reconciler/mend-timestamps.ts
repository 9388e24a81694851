import { neitherClockReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { PassErrors } from '../pass-errors.js';
import { MAX_CALL_MINUTES } from './find-lost-calls.js';
import { BATCH } from './settle-and-publish.js';

const MAX_CALL = `interval '${MAX_CALL_MINUTES} minutes'`;
/** Longer than any delivery waits for its next attempt, or any endpoint is paused (retry-delay). */
const MAX_WEBHOOK_WAIT = `interval '2 hours'`;
const MAX_PAUSE = `interval '10 minutes'`;

const NEITHER = neitherClockReached('$1');

/** A delivery `d` that waits for longer than intended: until its first attempt, for no longer than a claim lasts. */
const IS_LATE = `d.status = 'pending' AND d.next_attempt_at > now() + interval '1 minute'
  AND (d.attempt_count = 0 OR d.next_attempt_at > now() + ${MAX_WEBHOOK_WAIT})`;

/**
 * Per kind, the rows that a briefly wrong clock stamped with an impossibly late time, and the corrected
 * stamp. A call gets the longest time it can still need, so that none is given up while in flight. A check
 * accepted or sent back under that clock is dated from its correction: refusals and the one-day limit count
 * from there. When it was last looked at, and when a webhook is due, only PostgreSQL's clock ever says: if that is
 * in its own future, it has gone back, as after a failover to a server whose clock is behind, and looking or trying
 * once more does no harm.
 */
const MENDS = {
  checks: `
    UPDATE checks SET rung_at = now() - interval '1 minute', requeued_at =
      CASE WHEN coalesce(requeued_at, created_at) > ${NEITHER} + interval '1 minute' THEN now() ELSE requeued_at END
    WHERE id IN (
      SELECT id FROM checks WHERE status = 'pending' AND rung_at > now() + interval '1 minute'
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`,
  calls: `
    UPDATE provider_calls SET deadline_at = now() + ${MAX_CALL} WHERE id IN (
      SELECT id FROM provider_calls
      WHERE state = 'started' AND deadline_at > ${NEITHER} + ${MAX_CALL} + interval '1 minute'
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`,
  webhooks: `
    WITH late AS (
      SELECT e.id FROM webhook_endpoints e
      WHERE e.due_at > now() + ${MAX_WEBHOOK_WAIT} OR (e.due_at IS NOT NULL AND (
        e.hold_until > now() + ${MAX_PAUSE}
        OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${IS_LATE})))
      LIMIT ${BATCH} FOR UPDATE OF e SKIP LOCKED
    ), deliveries AS (
      UPDATE webhook_deliveries d SET next_attempt_at = now() FROM late WHERE d.endpoint_id = late.id AND ${IS_LATE}
    )
    UPDATE webhook_endpoints e SET due_at = now(), hold_until = NULL FROM late WHERE e.id = late.id RETURNING e.id`,
} as const;

const STAMPED = ['checks', 'calls', 'webhooks'] as const satisfies readonly (keyof typeof MENDS)[];

/** What a wrong clock can have stamped; jobs are in the queues (mend-queues). */
export const MENDED = [...STAMPED, 'jobs'] as const;
export type Mended = (typeof MENDED)[number];

export interface MendDeps {
  db: Database;
  metrics: { countMended(what: Mended, count: number): void };
  logger: Logger;
}

/**
 * Corrects timestamps too far in the future to be intended: one second of a clock that is a day ahead would
 * make that second's requests wait for a day. Both clocks must agree wherever something is redated or given up,
 * because to a clock that runs behind all stamps lie in the future; the process's clock is `now`. Safe to run
 * anywhere, any number of times. Rejects afterwards if one kind could not be corrected.
 */
export async function mendTimestamps(deps: MendDeps, now = new Date()): Promise<void> {
  const passErrors = new PassErrors();
  for (const what of STAMPED) await passErrors.attempt(() => mend(what, deps, now));
  passErrors.throwAll();
}

async function mend(
  what: (typeof STAMPED)[number],
  { db, metrics, logger }: MendDeps,
  now: Date,
): Promise<void> {
  const { length: count } = await db.statement(MENDS[what], what === 'webhooks' ? [] : [now]);
  if (count === 0) return;
  metrics.countMended(what, count);
  // Someone has to find out which clock it was.
  logger.error({ what, count }, 'timestamps in the future were corrected: a clock is or was wrong');
}
