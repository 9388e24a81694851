import type { WireAccess } from '../../../../shared/wire/access-log.js';
import { type PagedList, usePagedList } from '../../lib/api/use-paged-list.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { accessColumns } from './columns.js';

const OF_ONE = accessColumns({ linked: false, named: false });
const OF_CLIENT = accessColumns({ linked: false, named: true });

/** Shows the client's owners who looked at one check. */
export function LooksPanel({ requestId }: { requestId: string }) {
  const list = usePagedList<WireAccess>('/access-log', { request_id: requestId });
  return <Looks title="Who opened this" list={list} columns={OF_ONE} />;
}

/** Shows auditing staff who looked at a client's checks. */
export function ClientLooks({ clientPath }: { clientPath: string }) {
  const list = usePagedList<WireAccess>(`${clientPath}/access-log`, { limit: 10 });
  return <Looks title="Who opened what" list={list} columns={OF_CLIENT} />;
}

interface LooksProps {
  title: string;
  list: PagedList<WireAccess>;
  columns: typeof OF_ONE;
}

function Looks({ title, list, columns }: LooksProps) {
  return (
    <Panel title={title} flush>
      <PagedTable
        label={title}
        list={list}
        columns={columns}
        keyOf={({ entry_no }) => String(entry_no)}
        empty={<EmptyState title="No entries yet">People who open a report are listed here.</EmptyState>}
      />
    </Panel>
  );
}
