import type { Sql } from '../../shared/db/database.js';
import type { Review, Verification } from '../../shared/db/entities/index.js';
import { isHeld } from '../../shared/db/held-review.js';
import { isLive } from '../../shared/db/of-mode.js';
import { POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { TAKEN_FOR_MINUTES } from '../../shared/domain/review.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { CALL_NAME } from '../../shared/reviews/known-calls.js';
import { actorOf, type Reviewer, type ReviewRefusal } from '../../shared/reviews/review-case.js';

/** A reviewer who is a person: only people work on cases. */
export type Taker = Reviewer & { userId: string };

/**
 * Whether the calls of the case `v` are others than when the write-off `a` was proposed, or none, as presentWriteOff
 * says it to the desk. Proposals of earlier releases do not name theirs.
 */
const IS_OUTDATED = `(
  SELECT count(*) = 0 OR coalesce(NOT (
    jsonb_agg(${CALL_NAME}) @> (a.payload->'calls') AND jsonb_agg(${CALL_NAME}) <@ (a.payload->'calls')), false)
  FROM checks c JOIN provider_calls AS p ON p.check_id = c.id
  WHERE c.verification_id = v.id AND c.status = 'manual_review' AND ${POSSIBLE_CALL})`;
/**
 * There is nothing to do in such a case until an administrator decides, and whoever holds it keeps them from that.
 * Unless the provider has answered since, say: then it can be decided, and the proposal cannot be carried out any more.
 */
const WAITS_FOR_APPROVAL = `(
  SELECT NOT ${IS_OUTDATED} FROM approvals a WHERE a.request_id = v.id AND a.state = 'open') IS TRUE`;

/**
 * Gives the reviewer the oldest free case for ten minutes by the database's clock, and returns its id; undefined if
 * there is none. A case that waits for the approval of a write-off is left out as long as that can be carried out. Two
 * concurrent reviewers get different cases: the row locks separate them, and the condition on the write separates those
 * a moment apart. `takeId` is created before the transaction, so that a rerun finds the case it took.
 */
export async function takeNextReview(sql: Sql, takeId: string, by: Taker): Promise<string | undefined> {
  const [own] = await sql.query<RowOf<Review, 'verification_id'>>(
    'SELECT verification_id FROM reviews WHERE take_id = $1',
    [takeId],
  );
  if (own !== undefined) return own.verification_id;
  for (;;) {
    const [next] = await sql.query<RowOf<Verification, 'id'>>(
      `SELECT v.id FROM verifications v LEFT JOIN reviews r ON r.verification_id = v.id
       WHERE v.status = 'manual_review' AND ${isHeld('r')} IS NOT TRUE AND ${isLive('v.client_id')}
         AND NOT ${WAITS_FOR_APPROVAL}
       ORDER BY v.created_at, v.id LIMIT 1 FOR UPDATE OF v SKIP LOCKED`,
    );
    if (next === undefined) return undefined;
    // The lock may be on a case taken after this statement started: then look again.
    if (await hold(sql, next.id, takeId, by)) return next.id;
  }
}

/** Gives the reviewer this case, or more time with it; `taken` if someone else is working on it. Safe to rerun. */
export async function takeReview(
  sql: Sql,
  verificationId: string,
  takeId: string,
  by: Taker,
): Promise<'done' | ReviewRefusal> {
  const [found] = await sql.query<RowOf<Verification, 'status'> & RowOf<Review, 'take_id'>>(
    `SELECT v.status, r.take_id FROM verifications v LEFT JOIN reviews r ON r.verification_id = v.id
     WHERE v.id = $1 AND ${isLive('v.client_id')} FOR UPDATE OF v`,
    [verificationId],
  );
  if (found === undefined) return 'unknown';
  if (found.status !== 'manual_review') return 'not_in_review';
  if (found.take_id === takeId) return 'done';
  return (await hold(sql, verificationId, takeId, by)) ? 'done' : 'taken';
}

/** Gives the case back; `taken` if it is someone else's. Giving back a free case is not an error. */
export async function giveBackReview(
  sql: Sql,
  verificationId: string,
  by: Taker,
): Promise<'done' | ReviewRefusal> {
  const [found] = await sql.query<RowOf<Verification, 'status'> & RowOf<Review, 'taken_by'>>(
    `SELECT v.status, r.taken_by
     FROM verifications v LEFT JOIN reviews r ON r.verification_id = v.id AND ${isHeld('r')}
     WHERE v.id = $1 AND ${isLive('v.client_id')} FOR UPDATE OF v`,
    [verificationId],
  );
  if (found === undefined) return 'unknown';
  if (found.status !== 'manual_review') return 'not_in_review';
  if (found.taken_by !== null && found.taken_by !== by.userId) return 'taken';
  const given = await sql.query(
    `UPDATE reviews SET taken_by = NULL, taken_until = NULL, take_id = NULL
     WHERE verification_id = $1 AND taken_by = $2 RETURNING verification_id`,
    [verificationId, by.userId],
  );
  if (given.length > 0) await audit(sql, verificationId, 'review.given_back', by);
  return 'done';
}

async function hold(sql: Sql, verificationId: string, takeId: string, by: Taker): Promise<boolean> {
  const held = await sql.query(
    `INSERT INTO reviews AS r (verification_id, taken_by, taken_until, take_id)
     VALUES ($1, $2, now() + $4 * interval '1 minute', $3)
     ON CONFLICT (verification_id) DO UPDATE
       SET taken_by = excluded.taken_by, taken_until = excluded.taken_until, take_id = excluded.take_id
       WHERE ${isHeld('r')} IS NOT TRUE OR r.taken_by = excluded.taken_by
     RETURNING verification_id`,
    [verificationId, by.userId, takeId, TAKEN_FOR_MINUTES],
  );
  if (held.length === 0) return false;
  await audit(sql, verificationId, 'review.taken', by);
  return true;
}

async function audit(sql: Sql, verificationId: string, action: string, by: Taker): Promise<void> {
  await appendAudit(sql, { ...actorOf(by), action, target: toPublicId('verification', verificationId) });
}
