import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetryFailed } from '../api/use-retry-failed.js';
import { ErrorState } from './error-state.js';
import { LoadingRows } from './loading-rows.js';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** Rows of the placeholder. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

/** The result of a query, a placeholder while it is loading, or why it failed. */
export function QueryView<Data>({ query, rows = 5, children }: QueryViewProps<Data>) {
  const retry = useRetryFailed();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={retry} />;
  return <LoadingRows rows={rows} />;
}
