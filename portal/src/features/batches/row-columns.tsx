import { Link } from '@tanstack/react-router';
import { findService } from '../../../../shared/services/index.js';
import type { WireBatchRow } from '../../../../shared/wire/batch.js';
import { formatNumber } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import text from '../../lib/ui/text.module.css';
import classes from './batches.module.css';
import { faultWords, ROW_WORDS } from './words.js';

const SUBJECT: Column<WireBatchRow> = {
  header: 'Subject',
  phone: 'below',
  cell: (row) => <Subject row={row} />,
};

/** A row is identified by its number in the file; its content is shown, masked, only once it has become a check. */
export const ROW_COLUMNS: readonly Column<WireBatchRow>[] = [
  { header: 'Row', end: true, narrow: true, phone: 'named-below', cell: ({ row }) => formatNumber(row) },
  SUBJECT,
  {
    header: 'Check',
    phone: 'title',
    cell: ({ service_code }) => findService(service_code ?? '')?.label ?? 'Unknown check',
  },
  {
    header: 'State',
    phone: 'aside',
    cell: (row) => <RowBadge row={row} />,
  },
  {
    header: 'Details',
    phone: 'below',
    cell: ({ faults, request_id, duplicate_of }) => (
      <>
        {faults.map((fault) => (
          <div key={`${fault.field} ${fault.message}`}>{faultWords(fault)}</div>
        ))}
        {request_id !== null && <ReportLink id={request_id}>Report</ReportLink>}
        {request_id === null && duplicate_of !== null && (
          <ReportLink id={duplicate_of}>Already requested: open that check</ReportLink>
        )}
      </>
    ),
  },
];

/** Of rows that are no checks: faulty ones never become any, and those of a draft are none yet. */
export const UNSUBMITTED_ROW_COLUMNS = ROW_COLUMNS.filter((column) => column !== SUBJECT);

function Subject({ row: { subject = null, reference = null } }: { row: WireBatchRow }) {
  if (subject === null) return null;
  return (
    <>
      <span className={text.mono}>{subject}</span>
      {reference !== null && <div className={classes.reference}>{reference}</div>}
    </>
  );
}

/** The row's outcome once there is one, and its progress until then. */
function RowBadge({ row: { state, outcome = null, service_code } }: { row: WireBatchRow }) {
  const service = findService(service_code ?? '');
  if (state === 'completed' && outcome !== null && service !== undefined) {
    return <StatusBadge status={state} outcome={outcome} service={service.code} />;
  }
  const [tone, word] = ROW_WORDS[state];
  return <Badge tone={tone}>{word}</Badge>;
}

function ReportLink({ id, children }: { id: string; children: string }) {
  return (
    <Link to="/checks/$requestId" params={{ requestId: id }} className={text.link ?? ''}>
      {children}
    </Link>
  );
}
