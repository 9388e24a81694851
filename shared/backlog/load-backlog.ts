import type { Sql } from '../db/database.js';
import { filterOnly } from '../db/filter-only.js';
import { isHeld } from '../db/held-review.js';
import { isLive } from '../db/of-mode.js';
import { COUNTED_UP_TO } from '../domain/open-count.js';
import { REVIEW_REASONS, type ReviewReason } from '../domain/states.js';
import type { WireQueue } from '../wire/queue.js';
import { UP_TO } from './count-up-to.js';
import { oldestAge } from './oldest-age.js';
import { loadOldestPending } from './oldest-pending.js';
import { PAID_TWICE } from './paid-twice.js';

interface BacklogRow extends Record<ReviewReason, number> {
  pending: number;
  oldest_pending_seconds: number | null;
  in_flight: number;
  overdue: number;
  taken: number;
  paid_twice: number;
  oldest_review_seconds: number | null;
}

const BY_REASON = REVIEW_REASONS.map(
  (reason) => `(count(*) FILTER (WHERE review_reason = '${reason}'))::int AS ${reason}`,
).join(', ');

/** Counted by who holds a case rather than by what is open: only a handful are held. */
const TAKEN = `(SELECT count(*)::int FROM reviews r JOIN verifications v ON v.id = r.verification_id
  WHERE ${isHeld('r')} AND ${filterOnly(`v.status = 'manual_review'`)} AND ${isLive('v.client_id')})`;

/**
 * Reads the open work in PostgreSQL. Uses only partial indexes, so that the cost depends on what is open rather than on
 * history, and counts no further than COUNTED_UP_TO.
 */
export async function loadBacklog(sql: Sql): Promise<Pick<WireQueue, 'checks' | 'reviews'>> {
  const [row] = await sql.query<BacklogRow>(
    `SELECT * FROM (
       SELECT count(*)::int AS pending, ${oldestAge('created_at')} AS oldest_pending_seconds
       FROM (SELECT created_at FROM checks WHERE status = 'pending' AND ${isLive('client_id')} ${UP_TO}) AS open
     ) AS checks, (
       SELECT count(*)::int AS in_flight, (count(*) FILTER (WHERE deadline_at < now()))::int AS overdue
       FROM provider_calls WHERE state = 'started' AND ${isLive('client_id')}
     ) AS calls, (
       SELECT ${BY_REASON},
         ${TAKEN} AS taken,
         ${PAID_TWICE} AS paid_twice,
         ${oldestAge('created_at')} AS oldest_review_seconds
       FROM (SELECT review_reason, created_at FROM verifications
             WHERE status = 'manual_review' AND ${isLive('client_id')} ORDER BY created_at, id ${UP_TO}) AS open
     ) AS reviews`,
  );
  if (row === undefined) throw new Error('Bug: a query without a condition gave no row');
  const { no_answer, history_changed, unclear_answer, not_reached } = row;
  return {
    checks: {
      pending: row.pending,
      oldest_pending_seconds:
        row.pending > COUNTED_UP_TO ? await loadOldestPending(sql) : row.oldest_pending_seconds,
      in_flight: row.in_flight,
      overdue: row.overdue,
    },
    reviews: {
      total: REVIEW_REASONS.reduce((total, reason) => total + row[reason], 0),
      by_reason: { no_answer, history_changed, unclear_answer, not_reached },
      taken: row.taken,
      paid_twice: row.paid_twice,
      oldest_seconds: row.oldest_review_seconds,
    },
  };
}
