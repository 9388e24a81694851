import { waitUntilSettled } from '../../../harness/wait-until-settled.js';
import { openCheckQueue } from '../../../shared/queues/check-queue.js';
import { withClock } from '../../support/time/wrong-clock.js';
import type { Cause, World } from './world.js';

const DAY_MS = 24 * 60 * 60_000;

/** A worker starts on a machine whose clock is a day ahead. */
async function startWithWrongClock(world: World): Promise<void> {
  const disagree = await world.watch(
    'ClocksDisagree',
    () => world.worker,
    (total) => Math.abs(total('clock_difference_seconds') ?? 0) > 30,
  );
  const stopped = await world.watch(
    'ErasureStopped',
    () => world.worker,
    (total) => (total('erasure_stops_total', { why: 'clocks' }) ?? 0) > 0,
  );
  const wrong = await world.service.startWorker(withClock(DAY_MS));
  await disagree.moves();
  await stopped.moves();
  await wrong.waitForLog('the clocks of PostgreSQL and this process differ: nothing is erased by retention');
  await wrong.stop();
  world.service.workers.splice(world.service.workers.indexOf(wrong), 1);
}

/** PostgreSQL's clock was a day ahead when a request arrived, which now waits. */
async function stampWithFuture(world: World): Promise<void> {
  const future = await world.watch(
    'StampsInFuture',
    () => world.worker,
    (total) =>
      (total('stamps_in_future') ?? 0) > 0 &&
      (total('future_stamps_mended_total', { what: 'checks' }) ?? 0) > 0,
  );
  const checkQueue = openCheckQueue(world.service.redis);
  const queue = await checkQueue.bullmq();
  await queue.pause();
  await world.submit();
  await world.asSuperuser(
    `UPDATE verifications SET created_at = now() + interval '1 day' WHERE status = 'pending'`,
  );
  await world.asSuperuser(
    `UPDATE checks SET created_at = now() + interval '1 day', rung_at = now() + interval '1 day' WHERE status = 'pending'`,
  );
  await future.moves();
  await queue.resume();
  await checkQueue.close();
  await waitUntilSettled(world.service.db, world.client.clientId, 60_000);
}

/** The image under PostgreSQL sorts differently from the one in which the indexes were built. */
async function changeOrder(world: World): Promise<void> {
  const changed = await world.watch(
    'CollationChanged',
    () => world.api,
    (total) => (total('collations_changed') ?? 0) > 0,
  );
  const record = (version: string) =>
    world.asSuperuser(
      `UPDATE pg_database SET datcollversion = ${version} WHERE datname = current_database()`,
    );
  await record(`'another'`);
  await changed.moves();
  await record('NULL');
  await changed.calms();
}

/** Whether what the database depends on can be trusted. */
export const SURROUNDINGS_CAUSES: readonly Cause[] = [
  {
    alerts: ['ClocksDisagree', 'ErasureStopped'],
    what: 'the clock of a machine is a day ahead',
    run: startWithWrongClock,
  },
  { alerts: ['StampsInFuture'], what: 'the clock of PostgreSQL was a day ahead', run: stampWithFuture },
  { alerts: ['CollationChanged'], what: 'an index was built with another order', run: changeOrder },
];
