import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { WirePage } from '../../../../shared/wire/page.js';
import { type QueryValues, request } from './request.js';

/**
 * A list of the API that is loaded page by page; a change of the filters starts again. `refetchMs` keeps
 * what is shown current without anybody's doing.
 */
export function usePagedList<Item>(
  path: string,
  filters: QueryValues = {},
  options: { refetchMs?: number } = {},
) {
  const query = useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: ({ pageParam, signal }) =>
      request<WirePage<Item>>(path, { query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: options.refetchMs ?? false,
  });
  return { ...query, items: query.data?.pages.flatMap(({ data }) => data) };
}

export type PagedList<Item> = ReturnType<typeof usePagedList<Item>>;
