import type { WireJobs, WireQueue } from '../../../../shared/wire/queue.js';
import { durationWords, formatOpen } from '../../lib/format.js';
import { Figures } from '../../lib/ui/figures.js';
import { Panel } from '../../lib/ui/panel.js';

/** How much is waiting and being processed, for each of the two queues. */
export function QueueFigures({ data: { checks, queue, webhook_queue: webhooks } }: { data: WireQueue }) {
  return (
    <>
      <Panel title="Checks">
        <Figures
          items={[
            ['Not finished', formatOpen(checks.pending)],
            ['Waiting for a worker', queue?.waiting],
            ['Longest wait', waitOf(queue)],
            ['With the provider', checks.in_flight],
            ['Past their deadline', checks.overdue],
            ['To be tried later', queue?.delayed],
            ['Failed with a defect', queue?.failed],
          ]}
        />
      </Panel>
      <Panel title="Webhooks">
        <Figures
          items={[
            ['Receivers with messages waiting', webhooks?.waiting],
            ['Longest wait', waitOf(webhooks)],
            ['Being sent to', webhooks?.active],
            ['Failed with a defect', webhooks?.failed],
          ]}
        />
      </Panel>
    </>
  );
}

function waitOf(jobs: WireJobs | null): string | undefined {
  const seconds = jobs?.oldest_waiting_seconds ?? undefined;
  return seconds === undefined ? undefined : durationWords(seconds * 1_000);
}
