import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';
import { isProposal, tellProposed } from '../../lib/ui/tell-proposed.js';
import { reviewKey } from './use-review.js';

export interface ReviewAction {
  /** The end of the address, for example `notes`. */
  action: 'take' | 'give-back' | 'notes' | 'resolution' | 'late-answer' | 'withdraw-write-off';
  body?: unknown;
}

/**
 * Performs an action on a case and loads it again. `onDone` is called before that, while the caller is still mounted.
 */
export function useReviewAction(requestId: string, onDone?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ action, body }: ReviewAction) =>
      request(`/support/reviews/${encodeURIComponent(requestId)}/${action}`, { method: 'POST', body }),
    onSuccess: async (answer) => {
      onDone?.();
      if (isProposal(answer) && answer.state === 'open') tellProposed();
      void queryClient.invalidateQueries({ queryKey: ['/support/queue'] });
      // The lists, whose second part is an object of filters; the case itself is loaded before the dialog closes.
      void queryClient.invalidateQueries({ queryKey: ['/support/reviews', {}], exact: false });
      await queryClient.invalidateQueries({ queryKey: reviewKey(requestId) });
    },
    onError: async (error) => {
      // Somebody else was faster: what is shown is out of date.
      if (toFailure(error).httpStatus !== 409) return;
      await queryClient.invalidateQueries({ queryKey: reviewKey(requestId) });
    },
  });
}
