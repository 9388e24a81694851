import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { TAKEN_FOR_MINUTES } from '../../../../shared/domain/review.js';
import type { WireReview, WireReviewDetail } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { useAccount } from '../../lib/session/session.js';
import { reviewKey } from './use-review.js';

const HOLD_MS = TAKEN_FOR_MINUTES * 60_000;
// Early enough to retry if one request is lost.
const RENEW_BEFORE_MS = 4 * 60_000;
const TRY_AGAIN_AFTER_MS = 60_000;
/** By how much the clocks of this computer and of the service may differ. */
const CLOCKS_DIFFER_MS = 60_000;

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
  const held = until !== null;
  const latest = useRef(until);
  latest.current = until;
  useEffect(() => {
    if (requestId === undefined || !held) return;
    const renew = async () => {
      const address = `/support/reviews/${encodeURIComponent(requestId)}/take`;
      const { taken_by, taken_until } = await request<WireReview>(address, { method: 'POST' });
      queryClient.setQueryData<WireReviewDetail>(
        reviewKey(requestId),
        (shown) => shown && { ...shown, review: { ...shown.review, taken_by, taken_until } },
      );
    };
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = async () => {
      // A lost hold is reported when it matters: at the decision.
      const next = await renew().then(
        () => HOLD_MS - RENEW_BEFORE_MS,
        () => TRY_AGAIN_AFTER_MS,
      );
      if (!left) timer = setTimeout(() => void attempt(), next);
    };
    timer = setTimeout(() => void attempt(), firstAfter(latest.current));
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [requestId, held, queryClient]);
}

/** When to renew a hold that may be older than the page; at once if the clock of this computer cannot be right. */
function firstAfter(until: string | null): number {
  const remaining = Date.parse(until ?? '') - Date.now();
  return remaining <= HOLD_MS + CLOCKS_DIFFER_MS ? Math.max(0, remaining - RENEW_BEFORE_MS) : 0;
}
