import { useQuery } from '@tanstack/react-query';
import type { ServiceCode } from '../../../../shared/services/index.js';
import type { WireServiceInFull } from '../../../../shared/wire/services.js';
import { request } from './request.js';

/** Everything about one service: its purpose, its facts, an example, and how long it takes. */
export function useService(code: ServiceCode) {
  return useQuery({
    queryKey: ['/services', code],
    queryFn: ({ signal }) => request<WireServiceInFull>(`/services/${code}`, { signal }),
    staleTime: 5 * 60_000,
  });
}
