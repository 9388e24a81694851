import { type Query, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * Why the last attempt failed of some query for which this holds, among those that the page shows now; null if of none.
 */
export function useSomeError(holds: (query: Query) => boolean): Error | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.findAll({ type: 'active' }).find(holds)?.state.error ?? null,
  );
}
