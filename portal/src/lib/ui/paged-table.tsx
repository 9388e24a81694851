import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { toFailure } from '../api/failure.js';
import type { PagedList } from '../api/use-paged-list.js';
import { useRetryFailed } from '../api/use-retry-failed.js';
import { formatNumber } from '../format.js';
import { type Column, DataTable } from './data-table.js';
import classes from './data-table.module.css';
import { EmptyState } from './empty-state.js';
import { ErrorState } from './error-state.js';
import { FailureNotice } from './failure-notice.js';
import { LoadingRows } from './loading-rows.js';
import { useToldOfRows } from './use-told-of-rows.js';

/** The part of a `PagedList` that is shown, so that a page may add to its rows. */
type ShownList<Row> = Pick<
  PagedList<Row>,
  'isError' | 'error' | 'isPlaceholderData' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
> & {
  items: readonly Row[] | undefined;
  fetchNextPage(): unknown;
};

interface PagedTableProps<Row> {
  label: string;
  list: ShownList<Row>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  compact?: boolean;
  fixed?: boolean;
}

/** A list of the API as a table that grows page by page. */
export function PagedTable<Row>({
  label,
  list,
  columns,
  keyOf,
  empty,
  compact = false,
  fixed = false,
}: PagedTableProps<Row>) {
  const retry = useRetryFailed();
  useToldOfRows(list);
  const { items } = list;
  if (items === undefined) {
    if (!list.isError) return <LoadingRows rows={8} />;
    if (isReversedPeriod(list.error)) {
      return (
        <EmptyState title="Nothing matches">The first day is after the last: change From or To.</EmptyState>
      );
    }
    return <ErrorState error={list.error} onRetry={retry} />;
  }
  if (items.length === 0) return empty;
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={items}
        keyOf={keyOf}
        stale={list.isPlaceholderData}
        compact={compact}
        fixed={fixed}
      />
      {list.hasNextPage && (
        <div className={classes.more}>
          {list.isFetchNextPageError && <FailureNotice error={list.error} />}
          <Button
            variant="default"
            data-print="no"
            aria-label={`Show more: ${label}`}
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
          <p className={classes.onPaper}>There are more than these {formatNumber(items.length)}.</p>
        </div>
      )}
    </>
  );
}

/** Whether the API refused a period that ends before it starts. */
function isReversedPeriod(error: unknown): boolean {
  return toFailure(error).faults.some(({ code }) => code === 'invalid_period');
}
