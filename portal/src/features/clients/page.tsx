import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { formatDay, formatNumber, formatShare } from '../../lib/format.js';
import { serverNow } from '../../lib/server-clock.js';
import { useUnsent } from '../../lib/session/unsent.js';
import { useMay } from '../../lib/session/use-may.js';
import { Badge } from '../../lib/ui/badge.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FilterFold } from '../../lib/ui/filter-fold.js';
import form from '../../lib/ui/form.module.css';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { TypedSearch } from '../../lib/ui/typed-search.js';
import { reviewRate } from '../home/rates.js';
import { NewClientDialog } from './new-client-dialog.js';
import type { ShownClient } from './shown-client.js';

/** After this many days without a request, somebody should ask why. */
const DORMANT_AFTER_DAYS = 14;
const PERIOD = 30;

const COLUMNS: readonly Column<ShownClient>[] = [
  {
    header: 'Client',
    phone: 'title',
    cell: ({ client_id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: client_id }} className={text.link ?? ''}>
        {name}
      </Link>
    ),
  },
  { header: 'State', phone: 'aside', cell: (row) => <State row={row} /> },
  { header: 'Users', end: true, phone: 'named-below', cell: ({ figures }) => figures?.users ?? '–' },
  {
    header: 'Available',
    end: true,
    phone: 'named-below',
    cell: ({ figures }) => (figures ? formatNumber(figures.available) : '–'),
  },
  {
    header: `Checks in ${PERIOD} days`,
    end: true,
    phone: 'named-below',
    cell: ({ figures }) => (figures ? formatNumber(figures.submitted) : '–'),
  },
  {
    header: 'Decided by support',
    end: true,
    phone: 'named-below',
    cell: ({ figures }) => {
      const rate = figures && reviewRate(figures);
      return rate === undefined ? '–' : formatShare(rate);
    },
  },
  {
    header: 'Personal data kept',
    phone: 'named-below',
    room: 'small',
    cell: ({ retention_days }) => (retention_days === null ? 'Until erased' : `${retention_days} days`),
  },
  {
    header: 'Since',
    end: true,
    phone: 'named-below',
    cell: ({ created_at }) => <span className={text.whole}>{formatDay(created_at)}</span>,
  },
];

/** Whether a client may submit checks, and whether it does. */
function State({ row: { suspended, figures, created_at } }: { row: ShownClient }) {
  if (suspended) return <Badge tone="bad">Suspended</Badge>;
  const dormantSince = serverNow() - DORMANT_AFTER_DAYS * 24 * 3_600 * 1_000;
  const lastDay = figures?.last_day ?? null;
  const lastSign = Math.max(Date.parse(created_at), lastDay === null ? 0 : Date.parse(lastDay));
  return figures && lastSign < dormantSince ? (
    <Badge tone="warn">Dormant</Badge>
  ) : (
    <Badge tone="good">Active</Badge>
  );
}

/** The list of clients, the organisations that pay. */
export function ClientsPage() {
  const may = useMay();
  const [name, setName] = useState('');
  const filters = { name_contains: name };
  const clients = usePagedList<ShownClient>('/admin/clients', filters);
  const [creating, setCreating] = useUnsent('making a client', false);
  const navigate = useNavigate();
  return (
    <Page
      title="Clients"
      lead="The organisations that submit checks, with their users and credits."
      actions={
        <>
          <CsvButton path="/admin/clients" filters={filters} name="clients" />
          {may('manage_clients') && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              New client
            </Button>
          )}
        </>
      }
    >
      <Panel flush>
        <FilterFold values={filters}>
          <div className={form.filters}>
            <TypedSearch
              label="Find"
              placeholder="Part of the name"
              leftSection={<IconSearch size={16} />}
              value={name}
              onSearch={(typed) => setName(typed.trim())}
            />
          </div>
        </FilterFold>
        <PagedTable
          label="Clients"
          list={clients}
          columns={COLUMNS}
          keyOf={({ client_id }) => client_id}
          empty={
            name === '' ? (
              <EmptyState title="No clients yet">Add the first one, then its users and credits.</EmptyState>
            ) : (
              <EmptyState title="Nothing matches">No client has this in its name.</EmptyState>
            )
          }
        />
      </Panel>
      <NewClientDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={({ client_id }) =>
          void navigate({
            to: '/clients/$clientId',
            params: { clientId: client_id },
            // The dialog keeps the page until its answer has been dealt with.
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  );
}
