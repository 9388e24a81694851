import type { Sql } from '../../shared/db/database.js';
import { movesFrom, movesTo } from '../../shared/db/move.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import { resultOfChecks, type VerificationResult } from '../../shared/domain/result-of-checks.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import {
  actorOf,
  clearHolders,
  insertNote,
  isExperiment,
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

/** A decision that ends a review: with a charged result, or without one and free of charge. */
export interface Resolution {
  verificationId: string;
  decision:
    | { kind: 'complete'; outcome: AnsweredOutcome; label: string }
    | { kind: 'release'; label: string };
  note: NewNote;
}

/**
 * Ends a review. `complete` gives the parts in review the reviewer's outcome and label; completed parts stay, the
 * verification's outcome follows from all of them by the usual rules for bundles, and its label is the reviewer's.
 * `release` leaves the unclear parts as they are and closes the verification without a charge. The first decision wins;
 * a later one gets `not_in_review`. Safe to run again after a lost commit.
 */
export async function resolveReview(
  sql: Sql,
  resolution: Resolution,
  by: Reviewer,
): Promise<'resolved' | ReviewRefusal> {
  const { verificationId, decision, note } = resolution;
  const wallets = await lockWalletOfVerification(sql, verificationId);
  const reviewCase = (await lockReviewCases(sql, [verificationId])).get(verificationId);
  if (await isRecorded(sql, note)) return 'resolved';
  const refusal = refusalOf(reviewCase, by);
  if (reviewCase === undefined || refusal !== undefined) return refusal ?? 'unknown';

  const result =
    decision.kind === 'complete'
      ? await completeChecks(sql, reviewCase, decision, wallets.now)
      : ({ status: 'completed', outcome: 'closed', label: decision.label, settleBy: 'release' } as const);
  await settleReview(sql, reviewCase, result, wallets);
  await insertNote(sql, verificationId, decision.kind, note, by);
  await clearHolders(sql, [verificationId]);
  if (isExperiment(reviewCase)) return 'resolved';
  await appendAudit(sql, {
    ...actorOf(by),
    action: decision.kind === 'complete' ? 'review.completed' : 'review.released',
    target: toPublicId('verification', verificationId),
    details: { outcome: result.outcome, credits: reviewCase.credits, note_id: note.id },
  });
  return 'resolved';
}

async function completeChecks(
  sql: Sql,
  { id, service_code, checks }: ReviewCase,
  { outcome, label }: { outcome: AnsweredOutcome; label: string },
  now: Date,
): Promise<Extract<VerificationResult, { status: 'completed' }>> {
  await sql.query(
    `UPDATE checks SET ${movesTo('checks', 'decide')}, outcome = $2, label = $3, review_reason = NULL, settled_at = $4
     WHERE verification_id = $1 AND ${movesFrom('checks', 'decide')}`,
    [id, outcome, label, now],
  );
  const result = resultOfChecks(
    serviceOf(service_code),
    checks.map((check) =>
      check.status === 'manual_review'
        ? { ...check, status: 'completed', outcome, label, reviewReason: null }
        : check,
    ),
  );
  if (result?.status !== 'completed') throw new Error(`Bug: verification ${id} is open after its review`);
  // The client reads the reviewer's text, even if other parts were clear (contract 17).
  return { ...result, label };
}
