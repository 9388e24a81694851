import { useQuery } from '@tanstack/react-query';
import type { WireHistory } from '../../../../shared/wire/history.js';
import { request } from '../../lib/api/request.js';

/** The request already submitted under this form's key, if the page was reloaded before the answer came. */
export function useEarlierSubmission(key: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['/verifications', 'of-key', key],
    queryFn: ({ signal }) =>
      request<WireHistory>('/verifications', { query: { idempotency_key: key, limit: 1 }, signal }),
    // What is submitted from here is said by the form itself.
    staleTime: 'static',
    gcTime: 0,
  });
  return data?.data[0]?.request_id;
}
