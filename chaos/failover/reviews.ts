import { countBy } from '../../harness/count-by.js';
import type { Sql } from '../../shared/db/database.js';
import type { ClientRequest } from '../client/request.js';

/** Requests in review by why: a code of the call's result, such as `lost`, or of the review if there was no call. */
export type Reviews = Readonly<Record<string, number>>;

/** The load asks for some subjects whom the provider cannot tell: they end in review, whatever fails (docs/sandbox.md). */
const ASKED_FOR = 'inconclusive';

/** Counts those of the requests that are in review; one with several such checks counts under what was not asked for. */
export async function countReviews(sql: Sql, requests: readonly ClientRequest[]): Promise<Reviews> {
  const rows = await sql.query<{ reasons: string[] }>(
    `SELECT array_agg(coalesce(call.reason, c.review_reason)) AS reasons
     FROM verifications v JOIN checks c ON c.verification_id = v.id AND c.status = 'manual_review'
     LEFT JOIN LATERAL (SELECT p.reason FROM provider_calls p WHERE p.check_id = c.id
                        ORDER BY p.started_at DESC, p.id DESC LIMIT 1) AS call ON true
     WHERE v.status = 'manual_review' AND v.idempotency_key COLLATE "C" = ANY($1::text[]) GROUP BY v.id`,
    [requests.map(({ key }) => key)],
  );
  return countBy(rows, ({ reasons }) => reasons.find((reason) => reason !== ASKED_FOR) ?? ASKED_FOR);
}

/** All of them, and those that the failure put there. */
export function totalOf(all: readonly Reviews[]): { inReview: number; byFailure: number } {
  const counts = all.flatMap((reviews) => Object.entries(reviews));
  const sum = (of: typeof counts): number => of.reduce((total, [, count]) => total + count, 0);
  return { inReview: sum(counts), byFailure: sum(counts.filter(([reason]) => reason !== ASKED_FOR)) };
}

/** For example `12 in review (11 inconclusive, 1 lost)`. */
export function describeReviews(reviews: Reviews): string {
  const reasons = Object.entries(reviews).sort(([, a], [, b]) => b - a);
  const parts = reasons.map(([reason, count]) => `${count} ${reason}`);
  return `${totalOf([reviews]).inReview} in review${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
