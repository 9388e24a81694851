import { REVIEW_REASONS, type ReviewReason } from '../../../../shared/domain/states.js';
import { findService, type ServiceCode } from '../../../../shared/services/index.js';

/** The filters of the desk, as they stand in the address. */
export interface ReviewsSearch {
  reason?: ReviewReason;
  taken?: 'yes' | 'no' | 'mine';
  service_code?: ServiceCode;
}

/** Reads the filters from the address; what makes no sense is left out. */
export function readReviewsSearch(search: Record<string, unknown>): ReviewsSearch {
  const reason = REVIEW_REASONS.find((known) => known === search.reason);
  const taken = (['yes', 'no', 'mine'] as const).find((known) => known === search.taken);
  const service = typeof search.service_code === 'string' ? findService(search.service_code) : undefined;
  return {
    ...(service !== undefined && { service_code: service.code }),
    ...(reason !== undefined && { reason }),
    ...(taken !== undefined && { taken }),
  };
}
