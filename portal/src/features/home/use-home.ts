import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WireHome } from '../../../../shared/wire/home.js';
import { request } from '../../lib/api/request.js';

export const PERIODS = [7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** The figures of the start page for the last days, kept current while it is open. */
export function useHome(days: Period) {
  return useQuery({
    queryKey: ['/home', days],
    queryFn: ({ signal }) => request<WireHome>('/home', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}
