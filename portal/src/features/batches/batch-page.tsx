import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { WireBatchProgress, WireBatchRow } from '../../../../shared/wire/batch.js';
import { request } from '../../lib/api/request.js';
import { type PagedList, usePagedList } from '../../lib/api/use-paged-list.js';
import { WALLET_KEY } from '../../lib/api/use-wallet.js';
import { useMay } from '../../lib/session/use-may.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { LoadingRows } from '../../lib/ui/loading-rows.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { BatchActions } from './batch-actions.js';
import { ProgressPanel } from './progress-panel.js';
import { ROW_COLUMNS, UNSUBMITTED_ROW_COLUMNS } from './row-columns.js';
import { StartPanel } from './start-panel.js';
import { useToldOfState } from './use-told-of-state.js';

const WHILE_MOVING_MS = 1_500;
/** A colleague may start it, or resume it, meanwhile. */
const WHILE_STILL_MS = 10_000;

/** One batch: its progress, what is wrong with its rows, and what can be done. */
export function BatchPage() {
  const { batchId } = useParams({ from: '/read_reports/batches/$batchId' });
  const maySubmit = useMay()('submit');
  const path = `/batches/${encodeURIComponent(batchId)}`;
  const batch = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => request<WireBatchProgress>(path, { signal }),
    refetchInterval: ({ state: { data } }) => refetchMs(data),
  });
  useToldOfState(batch.data);
  // Each finished row has spent or freed credits, and the balance is shown beside the menu.
  const progress = batch.data?.progress;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (progress !== undefined) void queryClient.invalidateQueries({ queryKey: WALLET_KEY });
  }, [progress, queryClient]);
  const moving = batch.data !== undefined && isMoving(batch.data);
  const stage = batch.data && `${batch.data.status} ${moving}`;
  // A short batch is finished before its rows would be loaded again, and so are the last rows of any.
  useEffect(() => {
    if (stage === undefined) return;
    // The list of batches shows its state, too, and may have been loaded seconds before it changed.
    for (const key of [`${path}/rows`, '/batches']) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [stage, path, queryClient]);
  const rows = usePagedList<WireBatchRow>(`${path}/rows`, {}, moving ? { refetchMs: 5_000 } : {});
  const faulty = usePagedList<WireBatchRow>(`${path}/rows`, { state: 'faulty' });
  return (
    <Page
      title={batch.data?.file_name ?? 'Batch'}
      actions={batch.data !== undefined && <BatchActions batch={batch.data} maySubmit={maySubmit} />}
    >
      <QueryView query={batch} rows={12}>
        {(found) => (
          <>
            <ProgressPanel batch={found} />
            {found.status === 'draft' && maySubmit && isStartable(found) && <StartPanel batch={found} />}
            {found.status === 'draft' && maySubmit && !isStartable(found) && (
              <Panel>
                <Notice tone="warn" title="No row can be checked">
                  Correct the file and upload it again. Nothing is charged for this one.
                </Notice>
              </Panel>
            )}
            {faulty.isPending ? (
              <LoadingRows rows={8} />
            ) : (
              <Rows
                faulty={faulty}
                all={found.faulty_rows < found.rows ? rows : undefined}
                some={found.faulty_rows > 0}
                submitted={found.started_at !== null}
              />
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** A batch that is paused or cancelled still finishes the rows that are under way. */
function isMoving({ status, counts }: WireBatchProgress): boolean {
  return status === 'running' || counts.pending > 0;
}

/** When to look again; never at a batch that is over. */
function refetchMs(batch: WireBatchProgress | undefined): number | false {
  if (batch === undefined) return false;
  if (isMoving(batch)) return WHILE_MOVING_MS;
  return batch.ended_at === null && WHILE_STILL_MS;
}

/** Rows may have been erased since the upload. */
function isStartable({ counts }: WireBatchProgress): boolean {
  return counts.valid + counts.duplicate > 0;
}

interface RowsProps {
  faulty: PagedList<WireBatchRow>;
  /** Undefined if all of them have to be corrected. */
  all: PagedList<WireBatchRow> | undefined;
  /** Whether any row was faulty when the file was read: to be known if the list of them does not come. */
  some: boolean;
  submitted: boolean;
}

/**
 * The rows, starting with those somebody has to correct, if any; whether there are any is known before either list is
 * shown.
 */
function Rows({ faulty, all, some, submitted }: RowsProps) {
  const tableOf = (
    label: string,
    list: PagedList<WireBatchRow>,
    columns: typeof ROW_COLUMNS,
    aside?: ReactNode,
  ) => (
    <Panel title={label} flush aside={aside}>
      <PagedTable
        label={label}
        list={list}
        columns={columns}
        keyOf={({ row }) => String(row)}
        empty={<EmptyState title="No rows">The file had none.</EmptyState>}
      />
    </Panel>
  );
  return (
    <>
      {(faulty.items === undefined ? some : faulty.items.length > 0) &&
        tableOf(
          'Rows to correct',
          faulty,
          UNSUBMITTED_ROW_COLUMNS,
          <span className={text.muted}>Row 1 is the first below the headings</span>,
        )}
      {all !== undefined && tableOf('All rows', all, submitted ? ROW_COLUMNS : UNSUBMITTED_ROW_COLUMNS)}
    </>
  );
}
