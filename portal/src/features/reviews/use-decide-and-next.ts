import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WireReview } from '../../../../shared/wire/review.js';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { reviewKey } from './use-review.js';
import type { ReviewAction } from './use-review-action.js';

/** Records a decision, then takes and opens the oldest free case, or the list if there is none. */
export function useDecideAndNext(requestId: string, onDecided: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ action, body }: ReviewAction) => {
      await request(`/support/reviews/${encodeURIComponent(requestId)}/${action}`, { method: 'POST', body });
      onDecided();
      // The decision stands, whatever happens with the next case.
      return request<WireReview | undefined>('/support/reviews/take-next', { method: 'POST' }).catch(
        () => undefined,
      );
    },
    onSuccess: async (next) => {
      void queryClient.invalidateQueries({ queryKey: ['/support/queue'] });
      void queryClient.invalidateQueries({ queryKey: ['/support/reviews', {}], exact: false });
      queryClient.removeQueries({ queryKey: reviewKey(requestId) });
      notifications.show({ message: 'The decision is recorded.' });
      // The form keeps the page until its answer has been dealt with.
      const ignoreBlocker = true;
      if (next === undefined) await navigate({ to: '/reviews', ignoreBlocker });
      else {
        const params = { requestId: next.request_id };
        await navigate({ to: '/reviews/$requestId', params, ignoreBlocker });
      }
    },
    onError: async (error) => {
      // Somebody else was faster: what is shown is out of date.
      if (toFailure(error).httpStatus !== 409) return;
      await queryClient.invalidateQueries({ queryKey: reviewKey(requestId) });
    },
  });
}
