import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api/request.js';
import { reviewKey } from './use-review.js';

export interface ReviewAction {
  /** The end of the address, for example `notes`. */
  action: 'take' | 'give-back' | 'notes' | 'resolution' | 'late-answer';
  body?: unknown;
}

/** Does something with a case and loads it again. */
export function useReviewAction(requestId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ action, body }: ReviewAction) =>
      request(`/support/reviews/${encodeURIComponent(requestId)}/${action}`, { method: 'POST', body }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['/support/queue'] });
      // The lists, whose second part is an object of filters; the case itself is loaded before the dialog closes.
      void queryClient.invalidateQueries({ queryKey: ['/support/reviews', {}], exact: false });
      await queryClient.invalidateQueries({ queryKey: reviewKey(requestId) });
    },
  });
}
