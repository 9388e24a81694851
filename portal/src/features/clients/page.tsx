import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { WireClient } from '../../../../shared/wire/admin.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { useMay } from '../../lib/session/use-may.js';
import { Badge } from '../../lib/ui/badge.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Moment } from '../../lib/ui/moment.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { NewClientDialog } from './new-client-dialog.js';

const COLUMNS: readonly Column<WireClient>[] = [
  {
    header: 'Client',
    cell: ({ client_id, name }) => (
      <Link to="/clients/$clientId" params={{ clientId: client_id }} className={text.link ?? ''}>
        {name}
      </Link>
    ),
  },
  {
    header: 'State',
    cell: ({ suspended }) => (
      <Badge tone={suspended ? 'bad' : 'good'}>{suspended ? 'Suspended' : 'Active'}</Badge>
    ),
  },
  {
    header: 'Personal data kept',
    cell: ({ retention_days }) => (retention_days === null ? 'Until erased' : `${retention_days} days`),
  },
  { header: 'Since', end: true, cell: ({ created_at }) => <Moment iso={created_at} /> },
];

/** The organisations that pay. */
export function ClientsPage() {
  const may = useMay();
  const list = usePagedList<WireClient>('/admin/clients');
  const [creating, creation] = useDisclosure(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Clients"
      lead="The organisations that submit checks, with their users and credits."
      actions={
        <>
          <CsvButton path="/admin/clients" name="clients" />
          {may('manage_clients') && (
            <Button leftSection={<IconPlus size={16} />} onClick={creation.open}>
              New client
            </Button>
          )}
        </>
      }
    >
      <Panel flush>
        <PagedTable
          label="Clients"
          list={list}
          columns={COLUMNS}
          keyOf={({ client_id }) => client_id}
          empty={
            <EmptyState title="No clients yet">Add the first one, then its users and credits.</EmptyState>
          }
        />
      </Panel>
      <NewClientDialog
        opened={creating}
        onClose={creation.close}
        onCreated={({ client_id }) =>
          void navigate({ to: '/clients/$clientId', params: { clientId: client_id } })
        }
      />
    </Page>
  );
}
