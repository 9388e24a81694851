import { Link } from '@tanstack/react-router';
import type { WireBatch } from '../../../../shared/wire/batch.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { formatNumber } from '../../lib/format.js';
import { useMay } from '../../lib/session/use-may.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Moment } from '../../lib/ui/moment.js';
import { OneLine } from '../../lib/ui/one-line.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { UploadPanel } from './upload-panel.js';
import { BATCH_WORDS } from './words.js';

const COLUMNS: readonly Column<WireBatch>[] = [
  {
    header: 'File',
    phone: 'title',
    cell: ({ batch_id, file_name }) => (
      <Link to="/batches/$batchId" params={{ batchId: batch_id }} className={text.link ?? ''}>
        {file_name ?? 'Batch without a name'}
      </Link>
    ),
  },
  {
    header: 'State',
    phone: 'aside',
    cell: ({ status }) => {
      const [tone, word] = BATCH_WORDS[status];
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  { header: 'Rows', end: true, phone: 'named-below', cell: ({ rows }) => formatNumber(rows) },
  { header: 'Faulty', end: true, phone: 'named-below', cell: ({ faulty_rows }) => formatNumber(faulty_rows) },
  { header: 'Credits', end: true, phone: 'named-below', cell: priceInList },
  {
    header: 'Started by',
    room: 'small',
    phone: 'below',
    cell: ({ submitted_by_name }) => submitted_by_name && <OneLine words={submitted_by_name} />,
  },
  { header: 'Uploaded', end: true, phone: 'below', cell: ({ created_at }) => <Moment iso={created_at} /> },
];

/** What the rows of a cancelled batch cost that were submitted before; their sum is in the results file. */
function priceInList({ status, started_at, credits }: WireBatch): string {
  if (status !== 'cancelled') return formatNumber(credits);
  return started_at === null ? '0' : `up to ${formatNumber(credits)}`;
}

/** Uploads files of rows, each of which becomes a check, and lists earlier batches. */
export function BatchesPage() {
  const uploading = useMay()('submit');
  const batches = usePagedList<WireBatch>('/batches', {}, { refetchMs: 10_000 });
  return (
    <Page
      title="Batches"
      lead={
        uploading
          ? 'A spreadsheet of up to 10 000 rows, each of which becomes a check. You see every fault and the price before anything is paid.'
          : 'Spreadsheets that your colleagues uploaded; each row became a check.'
      }
    >
      {uploading && <UploadPanel />}
      <Panel title={uploading ? 'Your batches' : 'Batches of your organisation'} flush>
        <PagedTable
          label="Batches"
          list={batches}
          columns={COLUMNS}
          keyOf={({ batch_id }) => batch_id}
          empty={
            <EmptyState title="No batches yet">
              {uploading ? 'Upload a file to begin.' : 'What a colleague uploads is listed here.'}
            </EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}
