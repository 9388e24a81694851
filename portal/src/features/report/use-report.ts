import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { WireReport } from '../../../../shared/wire/report.js';
import { request } from '../../lib/api/request.js';
import { WALLET_KEY } from '../../lib/api/use-wallet.js';

// Below the API's cap of 30 s, and below what proxies usually allow an answer to take.
const WAIT_SECONDS = 20;
const REVIEW_POLL_MS = 5_000;

/** A report that keeps itself current: the API holds the answer back until a pending request has one. */
export function useReport(requestId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['/verifications', requestId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const pending = queryClient.getQueryData<WireReport>(queryKey)?.status === 'pending';
      return request<WireReport>(`/verifications/${encodeURIComponent(requestId)}`, {
        signal,
        ...(pending && { headers: { Prefer: `wait=${WAIT_SECONDS}` } }),
      });
    },
    refetchInterval: ({ state }) => {
      if (state.data?.status === 'pending') return 100;
      return state.data?.status === 'manual_review' ? REVIEW_POLL_MS : false;
    },
  });
  const status = query.data?.status;
  useEffect(() => {
    // A settled request has moved credits.
    if (status !== undefined) void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
  }, [status, queryClient]);
  return query;
}
