import { useQuery } from '@tanstack/react-query';
import type { WireServices } from '../../../../shared/wire/services.js';
import { request } from './request.js';

export const SERVICES_KEY = ['/services'];

/** What can be asked for, at what charge, and how the sources are. */
export function useServices() {
  return useQuery({
    queryKey: SERVICES_KEY,
    queryFn: ({ signal }) => request<WireServices>('/services', { signal }),
    refetchInterval: 60_000,
  });
}
