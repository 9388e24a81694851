import { isPublicId } from '../../../../shared/domain/public-id.js';
import { REVIEW_REASONS, type ReviewReason } from '../../../../shared/domain/states.js';
import { findService, type ServiceCode } from '../../../../shared/services/index.js';

/** Lists these people's decisions instead of the open cases. */
export const DECIDED = ['anybody', 'me'] as const;

const TAKEN = ['yes', 'no', 'mine'] as const;

/** The filters of the list of cases, as they appear in the address. */
export interface ReviewsSearch {
  decided?: (typeof DECIDED)[number];
  reason?: ReviewReason;
  taken?: (typeof TAKEN)[number];
  service_code?: ServiceCode;
  client_id?: string;
}

/** Reads the filters from the address, ignoring invalid ones. */
export function readReviewsSearch(search: Record<string, unknown>): ReviewsSearch {
  const decided = DECIDED.find((known) => known === search.decided);
  const reason = REVIEW_REASONS.find((known) => known === search.reason);
  const taken = TAKEN.find((known) => known === search.taken);
  const service = typeof search.service_code === 'string' ? findService(search.service_code) : undefined;
  const { client_id } = search;
  return {
    ...(decided !== undefined && { decided }),
    ...(service !== undefined && { service_code: service.code }),
    ...(reason !== undefined && { reason }),
    ...(taken !== undefined && { taken }),
    ...(typeof client_id === 'string' && isPublicId('client', client_id) && { client_id }),
  };
}
