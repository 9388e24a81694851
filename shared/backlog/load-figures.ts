import type { Sql } from '../db/database.js';
import { filterOnly } from '../db/filter-only.js';
import { isLive } from '../db/of-mode.js';
import { BUSY_CLIENTS } from './busy-clients.js';
import { countUpTo } from './count-up-to.js';
import { oldestAge } from './oldest-age.js';
import { PAID_TWICE } from './paid-twice.js';

/** What operators monitor besides the backlog of checks and reviews; ages are in seconds, null if there is nothing. */
export interface Figures {
  /** Open reviews with an answer that came after their call was given up. */
  lateAnswers: number;
  /** Calls whose answer came, in the last week, after they had been written off or lost. */
  paidTwice: number;
  webhooks: {
    /** Events not yet distributed to endpoints. */
    staged: number;
    pending: number;
    /**
     * Age of the oldest staged event, or how late a delivery to a working endpoint is; failing ones are retried ever
     * less often, and those of suspended clients wait.
     */
    oldestDueSeconds: number | null;
    /** Endpoints disabled because they had failed for days. */
    off: number;
  };
  /** Open work with a timestamp in the future: a clock is or was wrong, and its age is unknown. */
  stampsInFuture: { checks: number; calls: number; reviews: number; webhooks: number };
  /** Seconds since a backup was last restored and verified; null if none ever was. */
  verifiedRestoreSeconds: number | null;
  /** Verifications that will be erased after their grace period unless cancelled. */
  erasuresAnnounced: number;
  ledger: {
    /** Wallets that did not match their entries or reservations at the last check. */
    imbalances: number;
    /** Null until the first check. */
    checkedAt: Date | null;
  };
}

interface FiguresRow {
  late_answers: number;
  paid_twice: number;
  staged: number;
  pending: number;
  oldest_due_seconds: number | null;
  off: number;
  future_checks: number;
  future_calls: number;
  future_reviews: number;
  future_webhooks: number;
  erasures_announced: number;
  verified_restore_seconds: number | null;
  imbalances: number;
  checked_at: Date | null;
}

// A minute exceeds any difference between transactions on one clock.
const IN_FUTURE = `> now() + interval '1 minute'`;

/**
 * Counts open work through partial indexes, up to COUNTED_UP_TO, and reads the result of the last ledger check. Late
 * answers are looked up among all that ever came late, which are few, rather than among all open reviews; checks with a
 * timestamp in the future through their verifications, which have the same timestamp and an index on it.
 */
export async function loadFigures(sql: Sql): Promise<Figures> {
  const [row] = await sql.query<FiguresRow>(
    `SELECT
       (SELECT count(DISTINCT v.id)::int FROM provider_calls p
        JOIN checks c ON c.id = p.check_id AND ${filterOnly(`c.status = 'manual_review'`)}
        JOIN verifications v ON v.id = c.verification_id AND ${filterOnly(`v.status = 'manual_review'`)}
        WHERE p.answered_late_at IS NOT NULL AND p.state = 'uncertain' AND ${isLive('p.client_id')}) AS late_answers,
       ${PAID_TWICE} AS paid_twice,
       ${countUpTo(`webhook_events WHERE fanned_out_at IS NULL AND ${isLive('client_id')}`)} AS staged,
       ${countUpTo(`webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        WHERE d.status = 'pending' AND ${isLive('e.client_id')}`)} AS pending,
       (SELECT ${oldestAge('due.since')} FROM (
          SELECT min(created_at) AS since FROM webhook_events WHERE fanned_out_at IS NULL AND ${isLive('client_id')}
          UNION ALL
          SELECT min(GREATEST(d.next_attempt_at, e.hold_until))
          FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.status = 'pending'
          WHERE ${isLive('e.client_id')} AND e.enabled AND e.failing_since IS NULL AND d.next_attempt_at < now()
            AND (e.hold_until IS NULL OR e.hold_until < now())
        ) AS due) AS oldest_due_seconds,
       (SELECT count(*)::int FROM webhook_endpoints
        WHERE NOT enabled AND deleted_at IS NULL AND ${isLive('client_id')}) AS off,
       (WITH RECURSIVE ${BUSY_CLIENTS}
        SELECT count(*)::int FROM busy
        JOIN verifications v ON v.client_id = busy.client_id AND v.status = 'pending' AND v.created_at ${IN_FUTURE}
        JOIN checks c ON c.verification_id = v.id AND c.status = 'pending') AS future_checks,
       (SELECT count(*)::int FROM provider_calls WHERE state = 'started' AND started_at ${IN_FUTURE}) AS future_calls,
       (SELECT count(*)::int FROM verifications
        WHERE status = 'manual_review' AND ${isLive('client_id')} AND created_at ${IN_FUTURE}) AS future_reviews,
       (SELECT count(*)::int FROM webhook_events
        WHERE fanned_out_at IS NULL AND created_at ${IN_FUTURE}) AS future_webhooks,
       ${countUpTo(`verifications
        WHERE erasure_due_at IS NOT NULL AND erased_at IS NULL AND ${isLive('client_id')}`)} AS erasures_announced,
       (SELECT ${oldestAge('newest.at')} FROM (SELECT max(verified_at) AS at FROM verified_restores) AS newest)
         AS verified_restore_seconds,
       imbalances, checked_at
     FROM ledger_checks`,
  );
  if (row === undefined) throw new Error('Bug: the row of ledger_checks is gone');
  return figuresOf(row);
}

function figuresOf(row: FiguresRow): Figures {
  return {
    lateAnswers: row.late_answers,
    paidTwice: row.paid_twice,
    webhooks: {
      staged: row.staged,
      pending: row.pending,
      oldestDueSeconds: row.oldest_due_seconds,
      off: row.off,
    },
    stampsInFuture: {
      checks: row.future_checks,
      calls: row.future_calls,
      reviews: row.future_reviews,
      webhooks: row.future_webhooks,
    },
    verifiedRestoreSeconds: row.verified_restore_seconds,
    erasuresAnnounced: row.erasures_announced,
    ledger: { imbalances: row.imbalances, checkedAt: row.checked_at },
  };
}
