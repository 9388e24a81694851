import { useQuery } from '@tanstack/react-query';
import type { WireReviewDetail } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';

export function reviewKey(requestId: string) {
  return ['/support/reviews', 'case', requestId];
}

/** One case. The audit log records every look, so it is loaded once and after each action, never in the background. */
export function useReview(requestId: string) {
  return useQuery({
    queryKey: reviewKey(requestId),
    queryFn: ({ signal }) =>
      request<WireReviewDetail>(`/support/reviews/${encodeURIComponent(requestId)}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
