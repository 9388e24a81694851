import { type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether this holds for any of the queries that the page shows now. */
export function useSomeQuery(holds: (query: Query) => boolean): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.findAll({ type: 'active' }).some(holds),
  );
}
