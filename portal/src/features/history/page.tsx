import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { faultsByField } from '../../lib/api/failure.js';
import { useKept } from '../../lib/session/tab-memory.js';
import { useMay } from '../../lib/session/use-may.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FilterFold } from '../../lib/ui/filter-fold.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { useEntry } from '../../lib/use-entry.js';
import { historyColumns } from './columns.js';
import { exclusionOf } from './exclusion-of.js';
import { Filters } from './filters.js';
import classes from './history.module.css';
import { type HistorySearch, readHistorySearch } from './history-search.js';
import { SavedViews } from './saved-views.js';
import { TableOptions } from './table-options.js';
import { useTableView } from './table-view.js';
import { allFilters, NOTHING_TYPED, TYPED } from './typed-filters.js';
import { HISTORY_PATH, useHistory } from './use-history.js';

/** Every check of the client, newest first. */
export function HistoryPage() {
  const search = useSearch({ from: '/read_reports/checks' });
  const navigate = useNavigate();
  const [typed, setTyped] = useKept(TYPED, useEntry(), NOTHING_TYPED);
  const [view, setView] = useTableView();
  const filters = allFilters(search, typed);
  const list = useHistory(filters);
  const fault = list.isError ? faultsByField(list.error).subject : undefined;
  const narrowed = Object.values(typed).some((text) => text !== '') || Object.keys(search).length > 0;
  const open = (next: HistorySearch) => void navigate({ to: '/checks', search: next, replace: true });
  return (
    <Page
      title="History"
      lead="Every check of your organisation. Subjects are masked to their last four characters."
      actions={<CsvButton path={HISTORY_PATH} filters={filters} search name="verifications" />}
    >
      <Panel flush>
        <FilterFold values={{ ...search, ...typed }}>
          <Filters
            search={search}
            typed={typed}
            subjectFault={fault}
            onTyped={setTyped}
            onChange={(next) => open(readHistorySearch(next))}
          />
        </FilterFold>
        <div className={classes.bar}>
          <SavedViews search={search} onOpen={open} />
          <div className={classes.tools}>
            {narrowed && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setTyped(NOTHING_TYPED);
                  open({});
                }}
              >
                Clear
              </Button>
            )}
            <TableOptions view={view} onChange={setView} />
          </div>
        </div>
        {fault === undefined ? (
          <PagedTable
            label="History of checks"
            list={list}
            columns={historyColumns(view.columns)}
            compact={!view.roomy}
            fixed
            keyOf={({ request_id }) => request_id}
            empty={narrowed ? <NothingMatches search={search} /> : <NothingYet />}
          />
        ) : (
          <EmptyState title="No check accepts this subject">{HOW_TO_SEARCH}</EmptyState>
        )}
      </Panel>
    </Page>
  );
}

const HOW_TO_SEARCH =
  'Enter a subject in full, in any spelling that a check accepts, or the last four characters that the list shows.';

function NothingMatches({ search }: { search: HistorySearch }) {
  const why = exclusionOf(search) ?? `No check matches these filters. ${HOW_TO_SEARCH}`;
  return <EmptyState title="Nothing matches">{why}</EmptyState>;
}

function NothingYet() {
  const may = useMay();
  return (
    <EmptyState
      title="No checks yet"
      action={
        may('submit') && (
          <Button component={Link} to="/checks/new">
            Submit the first check
          </Button>
        )
      }
    >
      Once a check is submitted it stays here with its report.
    </EmptyState>
  );
}
