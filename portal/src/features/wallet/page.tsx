import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ENTRY_KINDS } from '../../../../shared/domain/ledger.js';
import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { useWallet } from '../../lib/api/use-wallet.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { LimitsPanel } from '../limits/limits-panel.js';
import { BalanceChart } from './balance-chart.js';
import { entryColumns, KIND_NAMES } from './entry-columns.js';
import { periodChoices, periodOf } from './period.js';
import { TestCreditsButton } from './test-credits-button.js';
import { useStatementOf } from './use-statement-of.js';
import { WalletFigures } from './wallet-figures.js';
import { readWalletSearch } from './wallet-search.js';

const COLUMNS = entryColumns({ linked: true });

/** The client's credits: the balance, its history, and every movement. */
export function WalletPage() {
  const wallet = useWallet();
  useStatementOf(wallet.data);
  const search = useSearch({ from: '/read_wallet/wallet' });
  const { period: chosen = '', kind } = search;
  const navigate = useNavigate();
  // In the address, so that a reload, a link and the way back from a check lead to the same statement.
  const choose = (change: { period?: string; kind?: string }) =>
    void navigate({
      to: '/wallet',
      search: readWalletSearch({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    });
  // Fixed while the page is open: a moving start would be loaded again and again.
  const period = useMemo(() => periodOf(chosen), [chosen]);
  const filters = { kind, ...period };
  const list = usePagedList<WireWalletEntry>('/wallet/entries', filters);
  const narrowed = Object.keys(search).length > 0;
  return (
    <Page
      title="Wallet"
      lead="Credits are reserved when a check is accepted, and charged when it has a result."
      actions={
        <>
          <NativeSelect
            aria-label="Period"
            value={chosen}
            onChange={({ currentTarget }) => choose({ period: currentTarget.value })}
            data={periodChoices(chosen)}
          />
          <CsvButton path="/wallet/entries" filters={filters} name="wallet-entries" />
          <TestCreditsButton />
        </>
      }
    >
      <WalletFigures wallet={wallet} remedy="Ask your account manager for a top-up." />
      <LimitsPanel />
      <Panel title="Available credits">
        <BalanceChart period={period} />
      </Panel>
      <Panel
        title="Statement"
        flush
        aside={
          <NativeSelect
            aria-label="Kind of entry"
            value={kind ?? ''}
            onChange={({ currentTarget }) => choose({ kind: currentTarget.value })}
            data={[
              { value: '', label: 'Any kind' },
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
          empty={
            narrowed ? (
              <EmptyState title="Nothing matches">No entry matches this period and kind.</EmptyState>
            ) : (
              <EmptyState title="No entries yet">Top-ups and checks appear here.</EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
