import { useQuery } from '@tanstack/react-query';
import type { WireQueue } from '../../../../shared/wire/queue.js';
import { request } from '../../lib/api/request.js';

/** Whether work is flowing; loaded again every few seconds. */
export function useQueueNumbers() {
  return useQuery({
    queryKey: ['/support/queue'],
    queryFn: ({ signal }) => request<WireQueue>('/support/queue', { signal }),
    refetchInterval: 5_000,
  });
}
