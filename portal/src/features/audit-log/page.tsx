import { NativeSelect, TextInput } from '@mantine/core';
import type { WireUser } from '../../../../shared/wire/admin.js';
import type { WireAuditEntry } from '../../../../shared/wire/audit.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { daysAsMoments } from '../../lib/days-as-moments.js';
import { nameOf, namesOfSeveral } from '../../lib/namesakes.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import type { Column } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { FilterForm, useFilters } from '../../lib/ui/filter-form.js';
import { Moment } from '../../lib/ui/moment.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { ProofLink } from '../../lib/ui/proof-link.js';
import { ShortId } from '../../lib/ui/short-id.js';
import text from '../../lib/ui/text.module.css';
import { ACT_CHOICES, actWords } from './act-words.js';
import { AuditDetails } from './audit-details.js';
import classes from './audit-log.module.css';

/** The columns; who shares a name with somebody else in the list is told apart by address. */
const columnsFor = (namesakes: ReadonlySet<string>): readonly Column<WireAuditEntry>[] => [
  {
    header: 'When',
    phone: 'below',
    cell: ({ entry_no, created_at }) => (
      <>
        <Moment iso={created_at} />
        <div className={text.muted}>Entry {entry_no}</div>
      </>
    ),
  },
  {
    header: 'Who',
    phone: 'below',
    cell: ({ actor, actor_email: email, details, people = {} }) => {
      if (email !== null) {
        return (
          <div className={classes.who} title={email}>
            {nameOf({ name: people[actor] ?? null, email }, namesakes)}
          </div>
        );
      }
      const { person } = details;
      const name = actor === 'system' ? 'A command on the server' : <ShortId id={actor} />;
      return typeof person === 'string' ? (
        <>
          {name} ({person})
        </>
      ) : (
        name
      );
    },
  },
  {
    header: 'What',
    phone: 'title',
    cell: ({ action, target, target_name, people = {} }) => (
      <span className={classes.act}>
        <span title={action}>{actWords(action)}</span>
        <Target
          id={target}
          name={target_name && nameOf({ name: people[target] ?? null, email: target_name }, namesakes)}
        />
      </span>
    ),
  },
  {
    header: 'Details',
    phone: 'below',
    cell: (entry) => <AuditDetails entry={entry} namesakes={namesakes} />,
  },
  {
    header: 'Proof',
    end: true,
    phone: 'aside',
    cell: ({ entry_no }) => <ProofLink log="admin/audit-log" entryNo={entry_no} />,
  },
];

/** The target by its name; a check also by its id, because many share a name. */
function Target({ id, name }: { id: string; name: string | null }) {
  return (
    <span className={text.muted} title={id}>
      {name !== null && `${name} `}
      {(name === null || id.startsWith('ver_')) && <ShortId id={id} />}
    </span>
  );
}

/** As many as the API lists at once. */
const MAX_STAFF = 100;

const NO_FILTERS = { action: '', actor: '', target: '', from: '', to: '' };

/**
 * Who did what: every act of staff and of the service's own commands, chained so that no entry can be removed
 * unnoticed.
 */
export function AuditLogPage() {
  const filters = useFilters(NO_FILTERS);
  const { from, to, target, ...chosen } = filters.filters;
  const wanted = { ...chosen, target: target.trim(), ...daysAsMoments({ from, to }) };
  const list = usePagedList<WireAuditEntry>('/admin/audit-log', wanted);
  const staff = usePagedList<WireUser>('/admin/staff', { limit: MAX_STAFF });
  const namesakes = namesOfSeveral([
    ...(list.items ?? []).flatMap(({ people = {} }) => Object.entries(people)),
    ...(staff.items ?? []).map(({ user_id, name }) => [user_id, name] as const),
  ]);
  return (
    <Page
      title="Audit log"
      lead="Everything done by staff and by commands on the server, newest first. Entries cannot be changed or removed."
      actions={<CsvButton path="/admin/audit-log" filters={wanted} name="audit-log" />}
    >
      <Panel flush>
        <FilterForm filters={filters}>
          <NativeSelect
            label="Person"
            value={filters.typed.actor}
            onChange={filters.change('actor')}
            data={[
              { value: '', label: 'Anybody' },
              { value: 'system', label: 'A command on the server' },
              ...(staff.items ?? []).map((person) => ({
                value: person.user_id,
                label: nameOf(person, namesakes),
              })),
            ]}
          />
          <NativeSelect
            label="Action"
            value={filters.typed.action}
            onChange={filters.change('action')}
            data={[{ value: '', label: 'Any action' }, ...ACT_CHOICES]}
          />
          <TextInput
            label="Target"
            placeholder="cli_…, usr_…, ver_…"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={filters.typed.target}
            onChange={filters.change('target')}
          />
        </FilterForm>
        <PagedTable
          label="Audit log"
          list={list}
          columns={columnsFor(namesakes)}
          compact
          keyOf={({ entry_no }) => String(entry_no)}
          empty={
            <EmptyState title="Nothing matches">Try fewer filters. An id has to be complete.</EmptyState>
          }
        />
      </Panel>
    </Page>
  );
}
