import type { WireQueue, WireReconcilerRun } from '../../../../shared/wire/queue.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Notice } from '../../lib/ui/notice.js';

/** What the reconciler repaired after crashes. */
export function ReconcilerFacts({ reconciler }: Pick<WireQueue, 'reconciler'>) {
  if (reconciler === null || reconciler.last_run === null) {
    return <Notice tone="warn">No pass has been reported for an hour: is a worker running?</Notice>;
  }
  const { last_run, last_repair } = reconciler;
  return (
    <Facts
      items={[
        ['Last pass', <Moment key="run" iso={last_run.at} />],
        ['Last repair', last_repair === null ? 'None known' : <Moment key="repair" iso={last_repair.at} />],
        ['It repaired', last_repair === null ? undefined : repairWords(last_repair)],
      ]}
    />
  );
}

function repairWords({ requeued, lost_calls, never_reached, stale_jobs }: WireReconcilerRun): string {
  return [
    `${requeued} forgotten`,
    `${lost_calls} without an answer`,
    `${never_reached} never sent`,
    `${stale_jobs} left-over jobs`,
  ].join(', ');
}
