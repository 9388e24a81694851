import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WireAccess } from '../../../../shared/wire/access-log.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import form from '../../lib/ui/form.module.css';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { accessColumns } from './columns.js';

const COLUMNS = accessColumns({ linked: true, named: true });
const NO_FILTERS = { person: '', from: '', to: '' };

/** Who opened what is known about the subjects of the client, staff of the service included. */
export function AccessLogPage() {
  const [typed, setTyped] = useState(NO_FILTERS);
  const [{ person, from, to }, setFilters] = useState(NO_FILTERS);
  const wanted = { person, created_from: from, created_to: to };
  const list = usePagedList<WireAccess>('/access-log', wanted);
  const set = (name: keyof typeof NO_FILTERS) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value.trim() });
  return (
    <Page
      title="Access log"
      lead="Every opening of a report, PDF, photograph or file, by your team, your keys and our support. Entries can be neither changed nor removed."
      actions={<CsvButton path="/access-log" filters={wanted} name="access-log" />}
    >
      <Panel flush>
        <form
          className={form.filters}
          onSubmit={(event) => {
            event.preventDefault();
            setFilters(typed);
          }}
        >
          <TextInput
            label="Person or key"
            placeholder="E-mail address or name"
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            value={typed.person}
            onChange={({ currentTarget }) => setTyped({ ...typed, person: currentTarget.value })}
          />
          <TextInput label="From" type="date" value={typed.from} onChange={set('from')} />
          <TextInput label="To" type="date" value={typed.to} onChange={set('to')} />
          <Button type="submit" variant="default">
            Search
          </Button>
        </form>
        <PagedTable
          label="Access log"
          list={list}
          columns={COLUMNS}
          keyOf={({ entry_no }) => String(entry_no)}
          empty={<EmptyState title="Nobody looked">Whoever opens a report appears here.</EmptyState>}
        />
      </Panel>
    </Page>
  );
}
