import { useQuery } from '@tanstack/react-query';
import type { WireServices } from '../../../../shared/wire/services.js';
import { request } from './request.js';

export const SERVICES_KEY = ['/services'];

/** The services with their charges, and the health of their sources. */
export function useServices() {
  return useQuery({
    queryKey: SERVICES_KEY,
    queryFn: ({ signal }) => request<WireServices>('/services', { signal }),
    refetchInterval: 60_000,
  });
}
