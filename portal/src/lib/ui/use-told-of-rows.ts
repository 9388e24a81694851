import { useEffect, useRef } from 'react';
import { formatCount } from '../format.js';
import { announce } from './announce.js';

interface Rows {
  items: readonly unknown[] | undefined;
  isPlaceholderData: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
}

/** Has screen readers say how many rows a list has, once it was searched or has grown. */
export function useToldOfRows({ items, isPlaceholderData, isFetchingNextPage, hasNextPage }: Rows): void {
  const waits = isPlaceholderData || isFetchingNextPage;
  const waited = useRef(waits);
  const count = items?.length;
  useEffect(() => {
    if (waited.current && !waits && count !== undefined) announce(wordsOf(count, hasNextPage));
    waited.current = waits;
  }, [waits, count, hasNextPage]);
}

function wordsOf(count: number, more: boolean): string {
  if (count === 0) return 'Nothing found';
  return `${formatCount(count, 'row')}${more ? ', and there are more' : ''}`;
}
