import { useQuery } from '@tanstack/react-query';
import type { WireHome } from '../../../../shared/wire/home.js';
import { request } from '../../lib/api/request.js';

const DAYS = 90;
const GOOD_FOR_MS = 5 * 60_000;

/** The names of clients with recent requests, from the daily figures, which support may read. */
export function useClientNames() {
  return useQuery({
    queryKey: ['/home', 'clients'],
    queryFn: ({ signal }) => request<WireHome>('/home', { query: { days: DAYS }, signal }),
    select: ({ clients }) => [...(clients ?? [])].sort((one, other) => one.name.localeCompare(other.name)),
    staleTime: GOOD_FOR_MS,
  });
}
