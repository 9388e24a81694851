import type { BillingReason } from '../../../shared/wire/report.js';
import type { VerificationRow } from '../load-verification.js';

/**
 * Why the credits of a verification are reserved, were charged or were released. A charged verification with a review
 * reason was completed by staff: only a review sets one.
 */
export function billingReason({
  outcome,
  review_reason,
}: Pick<VerificationRow, 'outcome' | 'review_reason'>): BillingReason {
  switch (outcome) {
    case null:
      return 'held';
    case 'rejected':
    case 'closed':
      return outcome;
    default:
      if (review_reason !== null) return 'review_completed';
      return outcome === 'no_record' ? 'no_record' : 'result';
  }
}
