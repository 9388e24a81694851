import type { Sql } from '../../shared/db/database.js';
import { movesFrom, movesTo } from '../../shared/db/move.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { CheckOutcome } from '../../shared/domain/outcome.js';
import { resultOfChecks } from '../../shared/domain/result-of-checks.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import {
  actorOf,
  clearHolders,
  insertNote,
  isRecorded,
  lockReviewCases,
  type NewNote,
  type ReviewCase,
  type Reviewer,
  type ReviewRefusal,
  refusalOf,
} from '../../shared/reviews/review-case.js';
import { serviceOf } from '../../shared/services/index.js';
import { lockWalletOfVerification, settleReview } from './settle-review.js';

/** `no_late_answer`: no part in review has a late answer with a finding. */
export type LateAnswerResult = 'applied' | ReviewRefusal | 'no_late_answer';

/**
 * Applies the findings of late answers to the parts in review, exactly as judged on arrival. Once no part is unclear
 * the verification completes and its credits move as for any result. Never automatic, and never overrides a decision: a
 * verification that has left the review is refused. Safe to run again after a lost commit.
 */
export async function applyLateAnswer(
  sql: Sql,
  { verificationId, note }: { verificationId: string; note: NewNote },
  by: Reviewer,
): Promise<LateAnswerResult> {
  const wallets = await lockWalletOfVerification(sql, verificationId);
  const reviewCase = (await lockReviewCases(sql, [verificationId])).get(verificationId);
  if (await isRecorded(sql, note)) return 'applied';
  const refusal = refusalOf(reviewCase, by);
  if (reviewCase === undefined || refusal !== undefined) return refusal ?? 'unknown';

  const applied = await applyFindings(sql, verificationId, wallets.now);
  if (applied.length === 0) return 'no_late_answer';
  const result = resultOfChecks(serviceOf(reviewCase.service_code), withFindings(reviewCase, applied));
  if (result?.status === 'completed') await settleReview(sql, reviewCase, result, wallets);
  else await stayInReview(sql, verificationId, result?.reviewReason);
  await insertNote(sql, verificationId, 'late_answer', note, by);
  if (result?.status === 'completed') await clearHolders(sql, [verificationId]);
  await appendAudit(sql, {
    ...actorOf(by),
    action: 'review.late_answer_applied',
    target: toPublicId('verification', verificationId),
    details: {
      parts: applied.length,
      outcome: result?.status === 'completed' ? result.outcome : null,
      note_id: note.id,
    },
  });
  return 'applied';
}

interface AppliedFinding {
  check_id: string;
  outcome: CheckOutcome;
  label: string;
}

/** The calls become answered ones, and so keep blocking any other call of their checks. */
function applyFindings(sql: Sql, verificationId: string, now: Date): Promise<AppliedFinding[]> {
  return sql.query<AppliedFinding>(
    `WITH found AS (
       SELECT p.id AS call_id, p.check_id, f.outcome, f.label, f.details_sealed, f.reference_sealed, f.photo_sealed
       FROM checks c
       JOIN provider_calls p ON p.check_id = c.id AND ${movesFrom('provider_calls', 'apply_late_answer', 'p')}
       JOIN late_findings f ON f.call_id = p.id
       WHERE c.verification_id = $1 AND ${movesFrom('checks', 'apply_late_answer', 'c')}
     ), answered AS (
       UPDATE provider_calls p SET state = CASE found.outcome WHEN 'rejected' THEN 'refused' ELSE 'answered' END
       FROM found WHERE p.id = found.call_id
     )
     UPDATE checks c SET ${movesTo('checks', 'apply_late_answer')}, outcome = found.outcome, label = found.label,
       review_reason = NULL, details_sealed = found.details_sealed, reference_sealed = found.reference_sealed,
       photo_sealed = found.photo_sealed, settled_at = $2
     FROM found WHERE c.id = found.check_id
     RETURNING c.id AS check_id, c.outcome, c.label`,
    [verificationId, now],
  );
}

function withFindings({ checks }: ReviewCase, applied: readonly AppliedFinding[]): ReviewCase['checks'] {
  return checks.map((check) => {
    const finding = applied.find(({ check_id }) => check_id === check.id);
    if (finding === undefined) return check;
    return {
      ...check,
      status: 'completed',
      outcome: finding.outcome,
      label: finding.label,
      reviewReason: null,
    };
  });
}

async function stayInReview(sql: Sql, verificationId: string, reason: string | undefined): Promise<void> {
  await sql.query('UPDATE verifications SET review_reason = $2, version = version + 1 WHERE id = $1', [
    verificationId,
    reason,
  ]);
}
