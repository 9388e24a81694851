import { useQuery } from '@tanstack/react-query';
import type { WireWallet } from '../../../../shared/wire/wallet.js';
import { request } from './request.js';

export const WALLET_KEY = ['/wallet'];

/** The client's credits; kept up to date, because API keys spend them too. */
export function useWallet() {
  return useQuery({
    queryKey: WALLET_KEY,
    queryFn: ({ signal }) => request<WireWallet>('/wallet', { signal }),
    refetchInterval: 30_000,
  });
}
