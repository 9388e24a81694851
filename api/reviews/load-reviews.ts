import type { Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/verification.entity.js';
import { isHeld } from '../../shared/db/held-review.js';
import { isLive } from '../../shared/db/of-mode.js';
import { POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';
import { parsePosition } from '../verifications/history/history-position.js';
import type { ReviewFilters } from './reviews-query.js';

/** One verification as the desk shows it. */
export interface ReviewRow
  extends RowOf<
    Verification,
    | 'id'
    | 'client_id'
    | 'service_code'
    | 'subject_masked'
    | 'reference'
    | 'data_key'
    | 'subject_sealed'
    | 'status'
    | 'review_reason'
    | 'credits_reserved'
    | 'created_at'
  > {
  client_name: string;
  age_seconds: number;
  taken_by: string | null;
  taken_by_email: string | null;
  taken_by_name: string | null;
  taken_until: Date | null;
  certainly_not_sent: boolean;
  late_answer: boolean;
  write_off_proposed: boolean;
}

// Scalar subqueries, run for each row shown. An EXISTS may be planned as a hash of all calls, and on empty tables, on
// which plans may have been made, it is.
const REVIEW = `
  SELECT v.id, v.client_id, client.name AS client_name, v.service_code, v.subject_masked, v.reference, v.data_key,
    v.subject_sealed, v.status, v.review_reason, v.credits_reserved, v.created_at,
    greatest(0, extract(epoch FROM now() - v.created_at)::int) AS age_seconds,
    r.taken_by, holder.email AS taken_by_email, holder.name AS taken_by_name, r.taken_until,
    v.status = 'manual_review' AND (
      SELECT true FROM checks c JOIN provider_calls p ON p.check_id = c.id
      WHERE c.verification_id = v.id AND c.status = 'manual_review' AND p.${POSSIBLE_CALL} LIMIT 1
    ) IS NULL AS certainly_not_sent,
    v.status = 'manual_review' AND (
      SELECT true FROM checks c JOIN provider_calls p ON p.check_id = c.id AND p.state = 'uncertain'
      JOIN late_findings f ON f.call_id = p.id
      WHERE c.verification_id = v.id AND c.status = 'manual_review' LIMIT 1
    ) IS NOT NULL AS late_answer,
    (SELECT true FROM approvals a WHERE a.request_id = v.id AND a.state = 'open') IS NOT NULL AS write_off_proposed
  FROM verifications v
  JOIN clients client ON client.id = v.client_id
  LEFT JOIN reviews r ON r.verification_id = v.id AND ${isHeld('r')}
  LEFT JOIN users holder ON holder.id = r.taken_by`;

/** Reads one row more than the page holds, oldest first, of the verifications under review. */
export function loadReviews(
  sql: Sql,
  { limit, after }: PageRequest,
  filters: ReviewFilters,
  reviewerId: string,
): Promise<ReviewRow[]> {
  const where = new Conditions()
    .add(`v.status = 'manual_review' AND ${isLive('v.client_id')}`)
    .addIfGiven('v.review_reason = ?', filters.reason)
    .addIfGiven('v.client_id = ?', filters.clientId)
    .addIfGiven('v.reference = ?', filters.reference)
    .addIfGiven('v.service_code = ?', filters.serviceCode)
    .addIfGiven('v.created_at >= ?', filters.createdFrom)
    .addIfGiven('v.created_at <= ?', filters.createdTo);
  if (filters.taken === 'yes') where.add('r.taken_by IS NOT NULL');
  if (filters.taken === 'no') where.add('r.taken_by IS NULL');
  if (filters.taken === 'mine') where.add('r.taken_by = ?', reviewerId);
  if (after !== undefined) {
    const { created_at, id } = parsePosition(after);
    where.add('(v.created_at, v.id) > (?, ?)', created_at, id);
  }
  return sql.query<ReviewRow>(
    `${REVIEW} WHERE ${where} ORDER BY v.created_at, v.id LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}

/** Reads one verification as the desk shows it, or undefined if it is not, and never was, under review. */
export async function loadReview(sql: Sql, id: string): Promise<ReviewRow | undefined> {
  const [row] = await sql.query<ReviewRow>(
    `${REVIEW} WHERE v.id = $1 AND ${isLive('v.client_id')} AND (
       v.status = 'manual_review' OR EXISTS (SELECT FROM review_notes n WHERE n.verification_id = v.id))`,
    [id],
  );
  return row;
}
