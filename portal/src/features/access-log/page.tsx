import { TextInput } from '@mantine/core';
import type { WireAccess } from '../../../../shared/wire/access-log.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { daysAsMoments } from '../../lib/days-as-moments.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FilterForm, useFilters } from '../../lib/ui/filter-form.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { accessColumns } from './columns.js';

const COLUMNS = accessColumns({ linked: true, named: true });
const NO_FILTERS = { person: '', from: '', to: '' };

/** Every access to data about the client's subjects, including accesses by the service's own staff. */
export function AccessLogPage() {
  const filters = useFilters(NO_FILTERS);
  const { person, ...days } = filters.filters;
  const wanted = { person: person.trim(), ...daysAsMoments(days) };
  const list = usePagedList<WireAccess>('/access-log', wanted);
  const narrowed = Object.values(wanted).some((value) => value !== '');
  return (
    <Page
      title="Access log"
      lead="Every time a report, PDF, photograph or file was opened, by your team, your keys or our support. Entries cannot be changed or removed."
      actions={<CsvButton path="/access-log" filters={wanted} name="access-log" />}
    >
      <Panel flush>
        <FilterForm filters={filters}>
          <TextInput
            label="Person or key"
            placeholder="Name or e-mail address"
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={filters.typed.person}
            onChange={filters.change('person')}
          />
        </FilterForm>
        <PagedTable
          label="Access log"
          list={list}
          columns={COLUMNS}
          compact
          keyOf={({ entry_no }) => String(entry_no)}
          empty={
            narrowed ? (
              <EmptyState title="Nothing matches">
                Try fewer filters. A name or an address has to be complete.
              </EmptyState>
            ) : (
              <EmptyState title="No entries yet">People who open a report are listed here.</EmptyState>
            )
          }
        />
      </Panel>
    </Page>
  );
}
