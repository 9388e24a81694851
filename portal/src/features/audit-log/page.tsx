import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WireUser } from '../../../../shared/wire/admin.js';
import type { WireAuditEntry } from '../../../../shared/wire/audit.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import form from '../../lib/ui/form.module.css';
import { Moment } from '../../lib/ui/moment.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import { ACT_CHOICES, actWords } from './act-words.js';
import { AuditDetails } from './audit-details.js';
import classes from './audit-log.module.css';

const COLUMNS: readonly Column<WireAuditEntry>[] = [
  { header: 'No.', cell: ({ entry_no }) => `#${entry_no}` },
  { header: 'When', cell: ({ created_at }) => <Moment iso={created_at} /> },
  {
    header: 'Who',
    cell: ({ actor, actor_email, details }) => {
      if (actor_email !== null) return actor_email;
      const { person } = details;
      return <span className={text.mono}>{typeof person === 'string' ? `${actor} (${person})` : actor}</span>;
    },
  },
  {
    header: 'What',
    cell: ({ action, target }) => (
      <span className={classes.act}>
        <span title={action}>{actWords(action)}</span>
        <span className={`${text.mono} ${text.muted}`}>{target}</span>
      </span>
    ),
  },
  { header: 'Details', cell: ({ details }) => <AuditDetails details={details} /> },
];

const NO_FILTERS = { action: '', actor: '', target: '', from: '', to: '' };

/** Who did what: every act of staff and of the service's own commands, chained so that nothing can be taken out. */
export function AuditLogPage() {
  const [typed, setTyped] = useState(NO_FILTERS);
  const [filters, setFilters] = useState(NO_FILTERS);
  const wanted = toFilters(filters);
  const list = usePagedList<WireAuditEntry>('/admin/audit-log', wanted);
  const staff = usePagedList<WireUser>('/admin/staff');
  const set = (name: keyof typeof NO_FILTERS) => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value.trim() });
  return (
    <Page
      title="Audit log"
      lead="Every act of staff and of commands on the server, newest first. Entries can be neither changed nor removed."
      actions={<CsvButton path="/admin/audit-log" filters={wanted} name="audit-log" />}
    >
      <Panel flush>
        <form
          className={form.filters}
          onSubmit={(event) => {
            event.preventDefault();
            setFilters(typed);
          }}
        >
          <NativeSelect
            label="Person"
            value={typed.actor}
            onChange={set('actor')}
            data={[
              { value: '', label: 'Anybody' },
              { value: 'system', label: 'A command on the server' },
              ...(staff.items ?? []).map(({ user_id, email }) => ({ value: user_id, label: email })),
            ]}
          />
          <NativeSelect
            label="Act"
            value={typed.action}
            onChange={set('action')}
            data={[{ value: '', label: 'Any act' }, ...ACT_CHOICES]}
          />
          <TextInput
            label="On what"
            placeholder="cli_…, usr_…, ver_…"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={typed.target}
            onChange={set('target')}
          />
          <TextInput label="From" type="date" value={typed.from} onChange={set('from')} />
          <TextInput label="To" type="date" value={typed.to} onChange={set('to')} />
          <Button type="submit" variant="default">
            Search
          </Button>
        </form>
        <PagedTable
          label="Audit log"
          list={list}
          columns={COLUMNS}
          keyOf={({ entry_no }) => String(entry_no)}
          empty={<EmptyState title="Nothing matches">No act fits. An id has to be whole.</EmptyState>}
        />
      </Panel>
    </Page>
  );
}

/** The filters as the API takes them: days of the viewer become moments. */
function toFilters({ from, to, ...filters }: typeof NO_FILTERS) {
  return {
    ...filters,
    created_from: from === '' ? '' : new Date(`${from}T00:00:00`).toISOString(),
    created_to: to === '' ? '' : new Date(`${to}T23:59:59.999`).toISOString(),
  };
}
