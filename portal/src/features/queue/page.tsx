import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { findService } from '../../../../shared/services/index.js';
import type { WireCircuit, WireQueue } from '../../../../shared/wire/queue.js';
import { humanise } from '../../lib/format.js';
import { Badge } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { EmptyState } from '../../lib/ui/empty-state.js';
import { HealthSummary } from '../../lib/ui/health-summary.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { QueueFigures } from './queue-figures.js';
import { ReconcilerFacts } from './reconciler-facts.js';
import { useQueueNumbers } from './use-queue-numbers.js';

const TONES = { operational: 'good', degraded: 'warn', down: 'bad' } as const;

const COLUMNS: readonly Column<WireCircuit>[] = [
  { header: 'Checks', phone: 'title', cell: (circuit) => <Route circuit={circuit} /> },
  { header: 'Provider', room: 'small', phone: 'below', cell: ({ provider }) => humanise(provider) },
  {
    header: 'Health',
    phone: 'aside',
    cell: ({ health }) => <Badge tone={TONES[health]}>{humanise(health)}</Badge>,
  },
  { header: 'Workers', phone: 'below', cell: (circuit) => workersWords(circuit) },
  {
    header: 'Failures in a row',
    end: true,
    phone: 'named-below',
    cell: ({ consecutive_failures: failures }) => (failures === 0 ? '–' : failures),
  },
];

/** How many workers call on a route, and how many of them hold back because it failed. */
function workersWords({ workers, open, half_open }: WireCircuit): string {
  const calling = workers - open - half_open;
  return [
    calling > 0 || workers === 0 ? `${calling} calling` : undefined,
    open > 0 ? `${open} pausing` : undefined,
    half_open > 0 ? `${half_open} checking whether it is back` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

const WORST_FIRST = ['down', 'degraded', 'operational'] as const;

function bySeverity(one: WireCircuit, other: WireCircuit): number {
  return WORST_FIRST.indexOf(one.health) - WORST_FIRST.indexOf(other.health);
}

/** Whether work is flowing, with a link to the queue's board. */
export function QueuePage() {
  const numbers = useQueueNumbers();
  return (
    <Page
      title="Queue"
      lead="What is under way, and how the provider answers. It updates every few seconds."
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
            <QueueFigures data={data} />
            <Panel
              title="Routes of the provider"
              flush
              {...(data.circuits !== null &&
                data.circuits.length > 0 && { aside: <HealthSummary of={data.circuits} /> })}
            >
              {data.circuits === null || data.circuits.length === 0 ? (
                <EmptyState title="Nothing known">No worker has reported in the last minute.</EmptyState>
              ) : (
                <DataTable
                  label="Routes of the provider"
                  columns={COLUMNS}
                  rows={[...data.circuits].sort(bySeverity)}
                  keyOf={({ provider, path }) => provider + path}
                />
              )}
            </Panel>
            <Panel title="Repairs">
              <ReconcilerFacts reconciler={data.reconciler} />
            </Panel>
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** The checks that use a route, and the provider's name for it. */
function Route({ circuit: { path, checks = [] } }: { circuit: WireCircuit }) {
  const names = checks.map((code) => findService(code)?.label ?? code).join(', ');
  return (
    <>
      {names}
      <div className={`${text.mono} ${text.muted}`}>{path}</div>
    </>
  );
}

function Warnings({ data: { redis, queue, webhook_queue: webhooks } }: { data: WireQueue }) {
  if (redis === 'unreachable') {
    return (
      <Notice tone="warn" title="Redis cannot be reached">
        Checks are still accepted and nothing is lost; they are made when it is back.
      </Notice>
    );
  }
  return (
    <>
      {queue?.paused === true && (
        <Notice tone="warn" title="The queue is paused">
          No check is made until somebody resumes it on the board.
        </Notice>
      )}
      {webhooks?.paused === true && (
        <Notice tone="warn" title="The queue of webhooks is paused">
          No message is sent to clients until somebody resumes it.
        </Notice>
      )}
    </>
  );
}
