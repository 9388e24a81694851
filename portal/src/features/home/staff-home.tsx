import { Link } from '@tanstack/react-router';
import { mayDo } from '../../../../shared/domain/access.js';
import type { Role } from '../../../../shared/domain/roles.js';
import type { WireClientFigures, WireHome } from '../../../../shared/wire/home.js';
import {
  durationWords,
  formatCredits,
  formatNumber,
  formatOpen,
  formatShare,
  formatUtcDay,
} from '../../lib/format.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { Tile, Tiles } from '../../lib/ui/tiles.js';
import { ApprovalsTile } from './approvals-tile.js';
import { Charts } from './charts.js';
import { foundRate, reviewRate } from './rates.js';
import { ServiceTable } from './service-table.js';
import { turnaroundWords } from './turnaround-words.js';

interface StaffHomeProps {
  home: WireHome;
  days: number;
  role: Role;
}

/** The start page of support and admins: what is waiting, and how the service is doing. */
export function StaffHome({ home, days, role }: StaffHomeProps) {
  const { waiting, totals, clients } = home;
  const rate = reviewRate(totals);
  const found = foundRate(totals);
  const oldest = waiting.oldest_review_seconds;
  const approves = mayDo(role, 'read_approvals');
  return (
    <>
      <Tiles>
        {approves && <ApprovalsTile />}
        <Tile
          label="Waiting for a decision"
          value={formatOpen(waiting.manual_review)}
          note={oldest === null ? 'The desk is clear' : `The oldest for ${durationWords(oldest * 1_000)}`}
          {...(mayDo(role, 'work_reviews') && { link: { to: '/reviews' } as const })}
        />
        {!approves && (
          <Tile
            label="In progress"
            value={formatOpen(waiting.pending)}
            note={waiting.pending === 0 ? 'Nothing is open' : 'The sources are being asked'}
            {...(mayDo(role, 'read_queue') && { link: { to: '/queue' } as const })}
          />
        )}
        <Tile
          label={`Submitted in ${days} days`}
          value={formatNumber(totals.submitted)}
          note={`${formatCredits(totals.credits)} charged`}
        />
        <Tile
          label="Usual time to a result"
          value={turnaroundWords(totals)}
          note={
            totals.turnaround === null
              ? 'No results yet'
              : `19 of 20 within ${turnaroundWords(totals, 'p95_ms')}`
          }
        />
        <Tile
          label="Decided by support"
          value={rate === undefined ? '–' : formatShare(rate)}
          note={
            found === undefined
              ? 'No results yet'
              : `Of the completed checks. A record was found in ${formatShare(found)}`
          }
        />
      </Tiles>
      <Charts days={home.days} abreast />
      <Clients
        clients={(clients ?? []).filter(({ submitted }) => submitted > 0).slice(0, TOP)}
        linked={mayDo(role, 'read_clients')}
      />
      <ServiceTable services={home.services} />
    </>
  );
}

// The page of clients lists the others.
const TOP = 10;

function Clients({ clients, linked }: { clients: readonly WireClientFigures[]; linked: boolean }) {
  const columns: readonly Column<WireClientFigures>[] = [
    {
      header: 'Client',
      phone: 'title',
      cell: ({ client_id, name }) =>
        linked ? (
          <Link to="/clients/$clientId" params={{ clientId: client_id }} className={text.link ?? ''}>
            {name}
          </Link>
        ) : (
          name
        ),
    },
    {
      header: 'Submitted',
      end: true,
      phone: 'named-below',
      cell: ({ submitted }) => formatNumber(submitted),
    },
    { header: 'Credits', end: true, phone: 'named-below', cell: ({ credits }) => formatNumber(credits) },
    {
      header: 'Decided by support',
      end: true,
      phone: 'named-below',
      cell: (figures) => {
        const rate = reviewRate(figures);
        return rate === undefined ? '–' : formatShare(rate);
      },
    },
    {
      header: 'Last request',
      end: true,
      phone: 'named-below',
      cell: ({ last_day }) => (last_day === null ? '–' : formatUtcDay(last_day)),
    },
  ];
  return (
    <Panel title="By client" flush>
      {clients.length === 0 ? (
        <EmptyState title="No client submitted a check in this period">Choose a longer one.</EmptyState>
      ) : (
        <DataTable
          label="Figures by client"
          columns={columns}
          rows={clients}
          keyOf={({ client_id }) => client_id}
        />
      )}
    </Panel>
  );
}
