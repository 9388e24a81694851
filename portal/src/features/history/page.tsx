import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { CsvButton } from '../../lib/ui/csv-button.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Page } from '../../lib/ui/page.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Panel } from '../../lib/ui/panel.js';
import { HISTORY_COLUMNS } from './columns.js';
import { Filters } from './filters.js';
import { type HistorySearch, readHistorySearch, toHistoryQuery } from './history-search.js';

/** Every check of the client, newest first. */
export function HistoryPage() {
  const search = useSearch({ from: '/client/checks' });
  const navigate = useNavigate();
  // In memory only: an address with an identity number in it would stay in the history of the browser.
  const [subject, setSubject] = useState('');
  const query = toHistoryQuery(search, subject);
  const list = usePagedList<WireHistoryEntry>('/verifications', query);
  const narrowed = subject !== '' || Object.keys(search).length > 0;
  return (
    <Page
      title="History"
      lead="Every check of your organisation. Subjects are masked to their last four characters."
      actions={<CsvButton path="/verifications" filters={query} name="verifications" />}
    >
      <Panel flush>
        <Filters
          search={search}
          subject={subject}
          onSubject={setSubject}
          onChange={(next) =>
            void navigate({ to: '/checks', search: readHistorySearch(next), replace: true })
          }
        />
        <PagedTable
          label="History of checks"
          list={list}
          columns={HISTORY_COLUMNS}
          keyOf={({ request_id }) => request_id}
          empty={narrowed ? <NothingMatches search={search} /> : <NothingYet />}
        />
      </Panel>
    </Page>
  );
}

function NothingMatches({ search: { from, to } }: { search: HistorySearch }) {
  if (from !== undefined && to !== undefined && from > to) {
    return (
      <EmptyState title="Nothing matches">The first day is after the last: change From or To.</EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing matches">
      No check fits these filters. A subject has to be given whole, as it was submitted.
    </EmptyState>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No checks yet"
      action={
        <Button component={Link} to="/checks/new">
          Make the first check
        </Button>
      }
    >
      Once a check is submitted it stays here with its report.
    </EmptyState>
  );
}
