import { useQuery } from '@tanstack/react-query';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { request } from '../../lib/api/request.js';

/** The proposal once a decision of it was refused, if that was because it had been decided before. */
export function useDecided(approvalId: string, refused: boolean): WireApproval | undefined {
  const { data } = useQuery({
    queryKey: ['/admin/approvals', 'one', approvalId],
    queryFn: ({ signal }) =>
      request<WireApproval>(`/admin/approvals/${encodeURIComponent(approvalId)}`, { signal }),
    enabled: refused,
    gcTime: 0,
  });
  // It stays open if it was only too early for it, which the refusal says.
  return refused && data?.state !== 'open' ? data : undefined;
}
