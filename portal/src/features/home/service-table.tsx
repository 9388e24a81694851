import type { ReactNode } from 'react';
import type { WireServiceFigures } from '../../../../shared/wire/home.js';
import { formatNumber, formatShare } from '../../lib/format.js';
import { Absent } from '../../lib/ui/absent.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { Duration } from '../../lib/ui/duration.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Panel } from '../../lib/ui/panel.js';
import { foundRate, reviewRate } from './rates.js';

const COLUMNS: readonly Column<WireServiceFigures>[] = [
  { header: 'Check', phone: 'title', cell: ({ service_label }) => service_label },
  { header: 'Submitted', end: true, phone: 'named-below', cell: ({ submitted }) => formatNumber(submitted) },
  { header: 'Credits', end: true, phone: 'named-below', cell: ({ credits }) => formatNumber(credits) },
  {
    header: 'Usually takes',
    end: true,
    phone: 'named-below',
    cell: ({ turnaround }) => <Duration ms={turnaround?.p50_ms} />,
  },
  {
    header: '19 of 20 within',
    end: true,
    phone: 'named-below',
    cell: ({ turnaround }) => <Duration ms={turnaround?.p95_ms} />,
  },
  { header: 'Record found', end: true, phone: 'named-below', cell: (figures) => share(foundRate(figures)) },
  {
    header: 'Decided by support',
    end: true,
    phone: 'named-below',
    cell: (figures) => share(reviewRate(figures)),
  },
];

function share(rate: number | undefined): ReactNode {
  return rate === undefined ? <Absent /> : formatShare(rate);
}

/** Figures of each check in the period. */
export function ServiceTable({ services }: { services: readonly WireServiceFigures[] }) {
  return (
    <Panel title="By check" flush>
      {services.length === 0 ? (
        <EmptyState title="No checks in this period">Choose a longer one.</EmptyState>
      ) : (
        <DataTable
          label="Figures by check"
          columns={COLUMNS}
          rows={services}
          keyOf={({ service_code }) => service_code}
        />
      )}
    </Panel>
  );
}
