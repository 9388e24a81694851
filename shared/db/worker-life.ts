import { GIVEN_UP_REASONS } from '../domain/states.js';
import { ASSUMED_CALL } from './assumed-call.js';

/** A worker silent for this long is known to be dead: it sends nothing of what it had claimed before. */
export const DEAD_AFTER_SECONDS = 60;

/** Calls of releases whose workers had no heartbeat count as dead this long after their own deadline. */
const UNKNOWN_DEAD_AFTER = '1 hour';

const REASONS = GIVEN_UP_REASONS.map((reason) => `'${reason}'`).join(', ');

/**
 * The earliest moment at which the call `p` may be written off, while its worker may still send it; null once it
 * cannot. Needs the worker's row as `w`, which is missing for workers of earlier releases. A call settled by its own
 * worker is never sent again; one given up by someone else may be, by a stalled worker, until that worker is known to
 * be dead: it ended in order, or was silent for a while. A beat from the far future was stamped by a clock that has
 * been set back since: a living worker would have beaten again.
 */
export const MAY_BE_SENT_UNTIL = `CASE
  WHEN p.${ASSUMED_CALL} OR (p.state <> 'started' AND coalesce(p.reason, '') NOT IN (${REASONS})) THEN NULL
  WHEN w.id IS NULL
    THEN CASE WHEN p.deadline_at > now() - interval '${UNKNOWN_DEAD_AFTER}'
              THEN p.deadline_at + interval '${UNKNOWN_DEAD_AFTER}' END
  WHEN w.ended_at IS NULL AND w.beat_at BETWEEN now() - interval '${DEAD_AFTER_SECONDS} seconds'
                                            AND now() + interval '${DEAD_AFTER_SECONDS} seconds'
    THEN w.beat_at + interval '${DEAD_AFTER_SECONDS} seconds' END`;
