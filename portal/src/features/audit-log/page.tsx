import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
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
import { AuditDetails } from './audit-details.js';
import classes from './audit-log.module.css';

const COLUMNS: readonly Column<WireAuditEntry>[] = [
  { header: 'No.', cell: ({ entry_no }) => `#${entry_no}` },
  { header: 'When', cell: ({ created_at }) => <Moment iso={created_at} /> },
  {
    header: 'Who',
    cell: ({ actor, actor_email }) => actor_email ?? <span className={text.mono}>{actor}</span>,
  },
  {
    header: 'What',
    cell: ({ action, target }) => (
      <span className={classes.act}>
        <span className={text.mono}>{action}</span>
        <span className={`${text.mono} ${text.muted}`}>{target}</span>
      </span>
    ),
  },
  { header: 'Details', cell: ({ details }) => <AuditDetails details={details} /> },
];

const NO_FILTERS = { action: '', actor: '', target: '' };

/** Who did what: every act of staff and of the service's own commands, chained so that nothing can be taken out. */
export function AuditLogPage() {
  const [typed, setTyped] = useState(NO_FILTERS);
  const [filters, setFilters] = useState(NO_FILTERS);
  const list = usePagedList<WireAuditEntry>('/admin/audit-log', filters);
  const field = (name: keyof typeof NO_FILTERS, label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      value={typed[name]}
      onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value.trim() })}
    />
  );
  return (
    <Page
      title="Audit log"
      lead="Every act of staff and of commands on the server, newest first. Entries can be neither changed nor removed."
      actions={<CsvButton path="/admin/audit-log" filters={filters} name="audit-log" />}
    >
      <Panel flush>
        <form
          className={form.filters}
          onSubmit={(event) => {
            event.preventDefault();
            setFilters(typed);
          }}
        >
          {field('action', 'Action', 'user.suspended')}
          {field('actor', 'Actor id', 'usr_… or system')}
          {field('target', 'Target id', 'cli_…, usr_…, ver_…')}
          <Button type="submit" variant="default">
            Search
          </Button>
        </form>
        <PagedTable
          label="Audit log"
          list={list}
          columns={COLUMNS}
          keyOf={({ entry_no }) => String(entry_no)}
          empty={
            <EmptyState title="Nothing matches">No act fits these words. They have to be whole.</EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}
