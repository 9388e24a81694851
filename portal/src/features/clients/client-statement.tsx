import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { entryColumns } from '../wallet/entry-columns.js';
import { walletPath } from './use-client-wallet.js';

const COLUMNS = entryColumns({ linked: false });

/** Every movement of a client's credits. */
export function ClientStatement({ clientId }: { clientId: string }) {
  const path = `${walletPath(clientId)}/entries`;
  const entries = usePagedList<WireWalletEntry>(path);
  return (
    <Panel title="Statement" flush aside={<CsvButton path={path} name="wallet-entries" />}>
      <PagedTable
        label="Statement"
        list={entries}
        columns={COLUMNS}
        keyOf={({ entry_id }) => entry_id}
        empty={<EmptyState title="No entries yet">Add credits so that this client can begin.</EmptyState>}
      />
    </Panel>
  );
}
