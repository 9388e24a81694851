import { type CheckOutcome, combineOutcomes, type Outcome } from './outcome.js';
import { REVIEW_REASONS, type ReviewReason, type Status } from './states.js';

/** What is known about one check of a verification. */
export interface CheckState {
  status: Status;
  outcome: CheckOutcome | null;
  label: string | null;
  reviewReason: ReviewReason | null;
}

/** The result of a verification once its last check is settled. */
export type VerificationResult =
  | { status: 'completed'; outcome: Outcome; label: string; settleBy: 'charge' | 'release' }
  | { status: 'manual_review'; reviewReason: ReviewReason };

/**
 * Derives a verification's result from its checks; undefined while any is open. One unclear check puts the whole
 * verification into manual review and moves no credits; otherwise it is charged, unless the provider refused every
 * part.
 */
export function resultOfChecks(
  service: { readonly label: string },
  checks: readonly CheckState[],
): VerificationResult | undefined {
  if (checks.some(({ status }) => status === 'pending')) return undefined;
  const reviewReason = REVIEW_REASONS.find((reason) => checks.some((check) => check.reviewReason === reason));
  if (reviewReason !== undefined) return { status: 'manual_review', reviewReason };

  const outcomes = checks.map(({ outcome }) => {
    if (outcome === null) throw new Error('Bug: a completed check has an outcome');
    return outcome;
  });
  const outcome = combineOutcomes(outcomes);
  const [only] = checks;
  const label = checks.length === 1 && only?.label ? only.label : bundleLabel(service, outcomes);
  return { status: 'completed', outcome, label, settleBy: outcome === 'rejected' ? 'release' : 'charge' };
}

// In label order: a label must not open with a confirmation if a part was negative.
const OUTCOME_WORDS: Readonly<Record<CheckOutcome, string>> = {
  negative: 'negative',
  positive: 'positive',
  no_record: 'without a record',
  rejected: 'refused by the provider',
};

/** For example "Standard KYC Bundle: 2 of 3 checks positive, 1 without a record". */
function bundleLabel(service: { readonly label: string }, outcomes: readonly CheckOutcome[]): string {
  const counts = (Object.keys(OUTCOME_WORDS) as CheckOutcome[])
    .map((outcome) => ({ outcome, count: outcomes.filter((candidate) => candidate === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }, index) => {
      const amount = index === 0 ? `${count} of ${outcomes.length} checks` : String(count);
      return `${amount} ${OUTCOME_WORDS[outcome]}`;
    });
  return `${service.label}: ${counts.join(', ')}`;
}
