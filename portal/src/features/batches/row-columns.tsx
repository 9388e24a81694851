import { Link } from '@tanstack/react-router';
import { findService } from '../../../../shared/services/index.js';
import type { WireBatchRow } from '../../../../shared/wire/batch.js';
import { formatNumber, humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import type { Column } from '../../lib/ui/data-table.js';
import text from '../../lib/ui/text.module.css';
import { ROW_WORDS } from './words.js';

/** A row without what stands in it: its number leads back to the file. */
export const ROW_COLUMNS: readonly Column<WireBatchRow>[] = [
  { header: 'Row', cell: ({ row }) => formatNumber(row) },
  { header: 'Check', cell: ({ service_code }) => findService(service_code ?? '')?.label ?? '–' },
  {
    header: 'State',
    cell: ({ state }) => {
      const [tone, word] = ROW_WORDS[state];
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  {
    header: 'More',
    cell: ({ faults, request_id, duplicate_of }) => (
      <>
        {faults.map(({ field, message }) => (
          <div key={`${field} ${message}`}>
            {humanise(field)}: {message}
          </div>
        ))}
        {request_id !== null && <ReportLink id={request_id}>Report</ReportLink>}
        {request_id === null && duplicate_of !== null && (
          <ReportLink id={duplicate_of}>The same was asked before</ReportLink>
        )}
      </>
    ),
  },
];

function ReportLink({ id, children }: { id: string; children: string }) {
  return (
    <Link to="/checks/$requestId" params={{ requestId: id }} className={text.link ?? ''}>
      {children}
    </Link>
  );
}
