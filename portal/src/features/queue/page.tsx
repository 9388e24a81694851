import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { WireCircuit, WireQueue } from '../../../../shared/wire/queue.js';
import { formatOpen, humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { Figures } from '../../lib/ui/figures.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { ReconcilerFacts } from './reconciler-facts.js';
import { useQueueNumbers } from './use-queue-numbers.js';

const TONES = { operational: 'good', degraded: 'warn', down: 'bad' } as const;

const COLUMNS: readonly Column<WireCircuit>[] = [
  { header: 'Route', cell: ({ path }) => <span className={text.mono}>{path}</span> },
  { header: 'Provider', room: 'small', cell: ({ provider }) => humanise(provider) },
  { header: 'Health', cell: ({ health }) => <Badge tone={TONES[health]}>{humanise(health)}</Badge> },
  { header: 'Workers', end: true, cell: ({ workers }) => workers },
  { header: 'Not calling', end: true, cell: ({ open }) => open },
  { header: 'Trying again', end: true, cell: ({ half_open }) => half_open },
  { header: 'Failures in a row', end: true, cell: ({ consecutive_failures }) => consecutive_failures },
];

/** Whether work flows, and the way into the board of the queue. */
export function QueuePage() {
  const numbers = useQueueNumbers();
  return (
    <Page
      title="Queue"
      lead="What is under way, and how the provider's routes are. It updates every few seconds."
      actions={
        <Button
          component="a"
          href="/ops/queues"
          variant="default"
          rightSection={<IconExternalLink size={16} />}
        >
          Open the board
        </Button>
      }
    >
      <QueryView query={numbers} rows={8}>
        {(data) => (
          <>
            <Warnings data={data} />
            <Figures
              items={[
                ['Checks in progress', formatOpen(data.checks.pending)],
                ['With the provider', data.checks.in_flight],
                ['Past their deadline', data.checks.overdue],
                ['Waiting in the queue', data.queue?.waiting],
                ['To be tried later', data.queue?.delayed],
                ['Failed jobs', data.queue?.failed],
              ]}
            />
            <Panel title="Routes of the provider" flush>
              {data.circuits === null || data.circuits.length === 0 ? (
                <EmptyState title="Nothing known">No worker has reported in the last minute.</EmptyState>
              ) : (
                <DataTable
                  label="Routes"
                  columns={COLUMNS}
                  rows={data.circuits}
                  keyOf={({ provider, path }) => provider + path}
                />
              )}
            </Panel>
            <Panel title="Reconciler">
              <ReconcilerFacts reconciler={data.reconciler} />
            </Panel>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Warnings({ data: { redis, queue } }: { data: WireQueue }) {
  if (redis === 'unreachable') {
    return (
      <Notice tone="warn" title="Redis cannot be reached">
        Checks are still accepted and nothing is lost; they are made when it is back.
      </Notice>
    );
  }
  if (queue?.paused !== true) return null;
  return (
    <Notice tone="warn" title="The queue is paused">
      No check is made until somebody resumes it on the board.
    </Notice>
  );
}
