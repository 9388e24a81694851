import type { Sql } from '../db/database.js';
import { filterOnly } from '../db/filter-only.js';
import { isLive } from '../db/of-mode.js';
import { BUSY_CLIENTS } from './busy-clients.js';
import { countUpTo } from './count-up-to.js';
import { oldestAge } from './oldest-age.js';
import { PAID_TWICE } from './paid-twice.js';

/** What operations watch beside the backlog of checks and reviews; ages are in seconds, null when there is nothing. */
export interface Figures {
  /** Open reviews of which an answer came after their call was given up. */
  lateAnswers: number;
  /** Calls of which an answer came, in the last week, after they had been written off or lost. */
  paidTwice: number;
  webhooks: {
    /** Events that no worker has distributed to the endpoints yet. */
    staged: number;
    pending: number;
    /** Age of the oldest staged event, or how late a delivery is to an endpoint that works; others are tried less and less. */
    oldestDueSeconds: number | null;
    /** Endpoints that were turned off, because they had failed for days. */
    off: number;
  };
  /** Open work with a stamp that lies in the future: a clock is or was wrong, and its age cannot be told. */
  stampsInFuture: { checks: number; calls: number; reviews: number; webhooks: number };
  /** Seconds since a backup was last restored and found whole; null while none ever was. */
  verifiedRestoreSeconds: number | null;
  /** Verifications that will be erased after their grace period, unless that is cancelled. */
  erasuresAnnounced: number;
  ledger: {
    /** Wallets that did not agree with their entries or reservations when they were last added up. */
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

// A minute is more than transactions of one clock can be apart.
const IN_FUTURE = `> now() + interval '1 minute'`;

/**
 * Counts what is open by partial indexes, no further than COUNTED_UP_TO, and reads what the last check of the ledger
 * found. Late answers are looked for among all that ever came late, which are few, and not among all open reviews; checks
 * with a stamp in the future by their verifications, which are of the same moment and have an index by it.
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
          SELECT min(d.next_attempt_at)
          FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.status = 'pending'
          WHERE ${isLive('e.client_id')} AND e.enabled AND e.failing_since IS NULL AND d.next_attempt_at < now()
        ) AS due) AS oldest_due_seconds,
       (SELECT count(*)::int FROM webhook_endpoints WHERE NOT enabled AND deleted_at IS NULL AND ${isLive('client_id')}) AS off,
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
       (SELECT ${oldestAge('newest.at')} FROM (SELECT max(verified_at) AS at FROM verified_restores) AS newest) AS verified_restore_seconds,
       imbalances, checked_at
     FROM ledger_checks`,
  );
  if (row === undefined) throw new Error('Bug: the row of ledger_checks is gone');
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
