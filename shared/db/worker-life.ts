import { GIVEN_UP_REASONS } from '../domain/states.js';
import { ASSUMED_CALL } from './assumed-call.js';

/** A worker that has not been heard of for so long is known dead: it sends nothing of what it had claimed before. */
export const DEAD_AFTER_SECONDS = 60;

/** Calls of a release whose workers did not beat yet count as dead so long after their own deadline. */
const UNKNOWN_DEAD_AFTER = '1 hour';

const REASONS = GIVEN_UP_REASONS.map((reason) => `'${reason}'`).join(', ');

/**
 * When the call \`p\` may be written off at the earliest, while its worker may still send it; null once it cannot.
 * Needs the worker's row as \`w\`, which is missing for workers of earlier releases. A call that its own worker settled
 * is never sent again; one that somebody else gave up may be, by a worker that stood still, until that one is known
 * dead: it ended in order, or was not heard of for a while. A beat from the far future was of a clock that has been
 * set back since: a living worker would have beaten again.
 */
export const MAY_BE_SENT_UNTIL = `CASE
  WHEN p.${ASSUMED_CALL} OR (p.state <> 'started' AND coalesce(p.reason, '') NOT IN (${REASONS})) THEN NULL
  WHEN w.id IS NULL
    THEN CASE WHEN p.deadline_at > now() - interval '${UNKNOWN_DEAD_AFTER}'
              THEN p.deadline_at + interval '${UNKNOWN_DEAD_AFTER}' END
  WHEN w.ended_at IS NULL AND w.beat_at BETWEEN now() - interval '${DEAD_AFTER_SECONDS} seconds'
                                            AND now() + interval '${DEAD_AFTER_SECONDS} seconds'
    THEN w.beat_at + interval '${DEAD_AFTER_SECONDS} seconds' END`;
