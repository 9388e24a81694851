import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { WirePage } from '../../../../shared/wire/page.js';
import { type QueryValues, request, sent } from './request.js';

/**
 * A list of the API that is loaded page by page; changing the filters starts again. `refetchMs` keeps it up to date.
 * `search` sends the filters in the body rather than in the address.
 */
export function usePagedList<Item>(
  path: string,
  filters: QueryValues = {},
  options: { refetchMs?: number; search?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: ({ pageParam, signal }) =>
      request<WirePage<Item>>(path, {
        ...sent(options.search === true, { ...filters, cursor: pageParam }),
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: options.refetchMs ?? false,
  });
  return { ...query, items: query.data?.pages.flatMap(({ data }) => data) };
}

export type PagedList<Item> = ReturnType<typeof usePagedList<Item>>;
