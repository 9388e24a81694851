import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ENTRY_KINDS } from '../../../../shared/domain/ledger.js';
import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { useWallet } from '../../lib/api/use-wallet.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { BalanceChart } from './balance-chart.js';
import { entryColumns, KIND_NAMES } from './entry-columns.js';
import { WalletFigures } from './wallet-figures.js';

const COLUMNS = entryColumns({ linked: true });

/** The credits of the client: what there is, how it went, and every movement. */
export function WalletPage() {
  const wallet = useWallet();
  const [kind, setKind] = useState('');
  const filters = { kind: kind === '' ? undefined : kind };
  const list = usePagedList<WireWalletEntry>('/wallet/entries', filters);
  return (
    <Page
      title="Wallet"
      lead="Credits are reserved when a check is accepted, and charged when it has a result."
      actions={<CsvButton path="/wallet/entries" filters={filters} name="wallet-entries" />}
    >
      <WalletFigures wallet={wallet} />
      <Panel title="Available credits">
        <BalanceChart />
      </Panel>
      <Panel
        title="Statement"
        flush
        aside={
          <NativeSelect
            aria-label="Kind of entry"
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value)}
            data={[
              { value: '', label: 'Every kind' },
              ...ENTRY_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
            ]}
          />
        }
      >
        <PagedTable
          label="Statement"
          list={list}
          columns={COLUMNS}
          keyOf={({ entry_id }) => entry_id}
          empty={<EmptyState title="Nothing has moved yet">Top-ups and checks appear here.</EmptyState>}
        />
      </Panel>
    </Page>
  );
}
