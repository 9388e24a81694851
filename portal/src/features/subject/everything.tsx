import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { faultsByField } from '../../lib/api/failure.js';
import { agoWords } from '../../lib/format.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { PagedTable } from '../../lib/ui/paged-table.js';
import { Tile, Tiles } from '../../lib/ui/tiles.js';
import { historyColumns } from '../history/columns.js';
import { useHistory } from '../history/use-history.js';
import { beginDraft } from '../new-check/begin-draft.js';
import classes from './subject.module.css';

const COLUMNS = historyColumns(['reference', 'purpose', 'submitter']);

/** What is known about a subject: the newest result of each check, and all results. */
export function Everything({ subject }: { subject: string }) {
  const list = useHistory({ subject });
  const navigate = useNavigate();
  const [newest] = list.items ?? [];
  if (list.isError && faultsByField(list.error).subject !== undefined) {
    return (
      <EmptyState title="No check accepts this subject">
        Enter the full number or name, as a check would take it.
      </EmptyState>
    );
  }
  return (
    <>
      {newest !== undefined && (
        <div className={classes.newest}>
          <Newest entries={list.items ?? []} />
          <Button
            data-print="no"
            onClick={() => {
              beginDraft(newest.service_code, { subject, purpose: newest.purpose });
              void navigate({ to: '/checks/new' });
            }}
          >
            Another check on this subject
          </Button>
        </div>
      )}
      <PagedTable
        label="Checks on this subject"
        list={list}
        columns={COLUMNS}
        compact
        fixed
        keyOf={({ request_id }) => request_id}
        empty={<EmptyState title="Nothing is known">No check was made on this subject.</EmptyState>}
      />
    </>
  );
}

/** The newest result of each check. */
function Newest({ entries }: { entries: readonly WireHistoryEntry[] }) {
  const newest = new Map<string, WireHistoryEntry>();
  for (const entry of entries) if (!newest.has(entry.service_code)) newest.set(entry.service_code, entry);
  return (
    <Tiles>
      {[...newest.values()].map((entry) => (
        <Tile
          key={entry.request_id}
          label={entry.service_label}
          value={agoWords(entry.created_at)}
          note={entry.result?.label ?? 'No result yet'}
          link={{ to: '/checks/$requestId', params: { requestId: entry.request_id } }}
        />
      ))}
    </Tiles>
  );
}
