import { useQuery } from '@tanstack/react-query';
import type { WireWallet } from '../../../../shared/wire/wallet.js';
import { request } from '../../lib/api/request.js';

/** The path of a client's wallet in the API. */
export function walletPath(clientId: string): string {
  return `/admin/clients/${encodeURIComponent(clientId)}/wallet`;
}

/** The wallet of a client, for admins. */
export function useClientWallet(clientId: string) {
  const path = walletPath(clientId);
  return useQuery({ queryKey: [path], queryFn: ({ signal }) => request<WireWallet>(path, { signal }) });
}
