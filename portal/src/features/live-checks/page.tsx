import { useState } from 'react';
import type { WireFollowed } from '../../../../shared/wire/followed.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FilterFold } from '../../lib/ui/filter-fold.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { COLUMNS } from './columns.js';
import { Filters, NO_FILTERS } from './filters.js';

const REFRESH_MS = 5_000;

/**
 * The live checks for whoever may follow them without reading them (contract 11): which they are and how far along,
 * not whom they are about or what came of them.
 */
export function LiveChecksPage() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const list = usePagedList<WireFollowed>('/verifications', filters, { refetchMs: REFRESH_MS });
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <Page
      title="Live checks"
      lead="How far each check is, newest first; it updates by itself. Only colleagues who may read reports see whom a check is about and what it found."
      actions={<CsvButton path="/verifications" filters={filters} name="verifications" />}
    >
      <Panel flush>
        <FilterFold values={{ ...filters }}>
          <Filters filters={filters} onChange={setFilters} />
        </FilterFold>
        <PagedTable
          label="Live checks"
          list={list}
          columns={COLUMNS}
          compact
          keyOf={({ request_id }) => request_id}
          empty={
            narrowed ? (
              <EmptyState title="Nothing matches">
                No live check matches these filters. An idempotency key has to be complete.
              </EmptyState>
            ) : (
              <EmptyState title="No live checks yet">
                Those that colleagues and your systems submit are listed here. Checks of test mode are in its
                history.
              </EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
