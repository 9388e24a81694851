import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireRequeued, WireReview } from '../../../../shared/wire/review.js';
import { request } from '../../lib/api/request.js';
import { formatCount } from '../../lib/format.js';

/** Sends cases back together: all of them, or none. */
export function useRequeue(onSent: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ cases, note }: { cases: readonly WireReview[]; note: string }) =>
      request<WireRequeued>('/support/reviews/requeue', {
        method: 'POST',
        body: { request_ids: cases.map(({ request_id }) => request_id), note },
      }),
    onSuccess: ({ request_ids }) => {
      notifications.show({ message: `Sent back: ${formatCount(request_ids.length, 'case')}.` });
      void queryClient.invalidateQueries({ queryKey: ['/support/reviews'] });
      void queryClient.invalidateQueries({ queryKey: ['/support/queue'] });
      onSent();
    },
  });
}
