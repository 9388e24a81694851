import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WireReview, WireReviewDetail } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { reviewKey } from './use-review.js';

// A hold lasts ten minutes (shared/domain/review.ts): early enough to retry if one request is lost.
const RENEW_BEFORE_MS = 4 * 60_000;
const TRY_AGAIN_AFTER_MS = 60_000;

/**
 * Keeps a case the viewer has taken while its page is open, so that nobody loses it while on the phone with the
 * provider. A viewer away from the screen is signed out, and the hold expires.
 */
export function useHeldCase(detail: WireReviewDetail | undefined): void {
  const { user_id } = useAccount();
  const queryClient = useQueryClient();
  const requestId = detail?.request_id;
  const until =
    detail?.status === 'manual_review' && detail.review.taken_by?.user_id === user_id
      ? detail.review.taken_until
      : null;
  useEffect(() => {
    if (requestId === undefined || until === null) return;
    const renew = async () => {
      const address = `/support/reviews/${encodeURIComponent(requestId)}/take`;
      const { taken_by, taken_until } = await request<WireReview>(address, { method: 'POST' });
      queryClient.setQueryData<WireReviewDetail>(
        reviewKey(requestId),
        (shown) => shown && { ...shown, review: { ...shown.review, taken_by, taken_until } },
      );
    };
    // A lost hold is reported when it matters: at the decision.
    const attempt = () => void renew().catch(() => undefined);
    const first = Math.max(0, Date.parse(until) - Date.now() - RENEW_BEFORE_MS);
    let again: ReturnType<typeof setInterval> | undefined;
    const timer = setTimeout(() => {
      attempt();
      again = setInterval(attempt, TRY_AGAIN_AFTER_MS);
    }, first);
    return () => {
      clearTimeout(timer);
      clearInterval(again);
    };
  }, [requestId, until, queryClient]);
}
