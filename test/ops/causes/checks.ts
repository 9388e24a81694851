import { rmSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { waitUntilSettled } from '../../../harness/wait-until-settled.js';
import { openCheckQueue } from '../../../shared/queues/check-queue.js';
import type { Cause, World } from './world.js';

/** Subjects of the sandbox. */
const SLOW = '0001010005070';

const inReview = async (world: World): Promise<number> =>
  (await waitUntilSettled(world.service.db, world.client.clientId, 60_000)).manual_review ?? 0;

const LATE = { le: '30' };

/** The only worker is suspended when a check arrives, and resumes once the check has waited for two minutes. */
async function freezeWorkers(world: World): Promise<void> {
  const late = await Promise.all(
    ['ResultsBurnFast', 'ResultsBurnSlow'].map((alert) =>
      world.watch(
        alert,
        () => world.worker,
        (total) =>
          (total('check_result_seconds_count') ?? 0) > (total('check_result_seconds_bucket', LATE) ?? 0),
      ),
    ),
  );
  const stuck = await world.watch(
    'ChecksStuck',
    () => world.api,
    (total) => (total('checks_oldest_pending_seconds') ?? 0) >= 1,
  );
  world.worker.freeze();
  await world.submit();
  await stuck.moves();
  await world.asSuperuser(
    `UPDATE checks SET created_at = created_at - interval '2 minutes' WHERE status = 'pending'`,
  );
  world.worker.thaw();
  await stuck.calms();
  for (const one of late) await one.moves();
}

/** The only worker dies in a call; the next one finds what it left. */
async function killInCall(world: World): Promise<void> {
  const overdue = await world.watch(
    'CallsOverdue',
    () => world.api,
    (total) => (total('provider_calls_overdue') ?? 0) > 0,
  );
  const before = world.service.sandbox.calls().length;
  await world.submit({ subject: SLOW });
  await waitFor(() => world.service.sandbox.calls().length > before, {
    describe: 'the call',
    timeoutMs: 20_000,
  });
  await world.worker.kill();
  await overdue.moves();
  await world.startWorker();
  await overdue.calms();
}

/** Somebody keeps the row of a worker locked, whose other work goes on. */
async function lockWorkers(world: World): Promise<void> {
  // The others may not have been heard again since PostgreSQL was cut off from them.
  await world.replaceWorkers();
  const silent = await world.watch(
    'WorkerSilent',
    () => world.worker,
    // Many times what a beat takes.
    (total) => (total('worker_heartbeat_age_seconds') ?? 0) > 10,
  );
  await world.whileLocked('workers', silent.moves);
  await silent.calms();
}

/** A worker loses PostgreSQL in a call; its answer is stored after the call was given up. */
async function cutOffInCall(world: World): Promise<void> {
  const calls = () => world.service.sandbox.calls();
  const late = await world.watch(
    'LateAnswersWaiting',
    () => world.api,
    (total) => (total('reviews_with_late_answer') ?? 0) > 0,
  );
  const before = calls().length;
  await world.submit({ subject: SLOW });
  await waitFor(() => calls().length > before, { describe: 'the call', timeoutMs: 20_000 });
  world.link.sever();
  await waitFor(() => calls()[before]?.answered === 200, { describe: 'its answer', timeoutMs: 20_000 });
  const other = await world.startWorker({ direct: true });
  const lost = await world.watch(
    'CallsLost',
    () => other,
    (total) => (total('reconciled_checks_total', { what: 'lost_calls' }) ?? 0) > 0,
  );
  await lost.moves();
  world.link.restore();
  await late.moves();
  await other.stop();
  world.service.workers.pop();
}

/** The database refuses every answer, as a defect of ours would make it do. */
async function refuseAnswers(world: World): Promise<void> {
  await world.replaceWorkers();
  const dropped = await world.watch(
    'AnswersDropped',
    () => world.worker,
    (total) => (total('provider_answers_dropped_total') ?? 0) > 0,
  );
  const failing = await world.watch(
    'JobsFailing',
    () => world.worker,
    (total) => (total('check_jobs_failed_total') ?? 0) > 0,
  );
  const kept = await world.watch(
    'AnswersKept',
    () => world.worker,
    (total) => (total('spooled_settlements', { state: 'set_aside' }) ?? 0) > 0,
  );
  await world.asSuperuser(
    `ALTER TABLE provider_calls ADD CONSTRAINT none_answered CHECK (state <> 'answered') NOT VALID`,
  );
  await world.submit();
  await dropped.moves();
  await failing.moves();
  await kept.moves();
  await world.asSuperuser('ALTER TABLE provider_calls DROP CONSTRAINT none_answered');
  await inReview(world);
}

/** A file where the folder was: even root cannot write into it. */
async function takeSpoolAway(world: World): Promise<void> {
  const folder = temporaryFolder();
  const worker = await world.service.startWorker({ SPOOL_DIR: folder });
  const unwritable = await world.watch(
    'SpoolNotWritable',
    () => worker,
    (total) => total('spool_writable') === 0,
  );
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await unwritable.moves();
  rmSync(folder);
  await unwritable.calms();
  await worker.stop();
  // What comes next looks at the newest that runs.
  world.service.workers.pop();
}

/** As a worker does that was presumed dead. */
async function answerAfterWriteOff(world: World): Promise<void> {
  const twice = await world.watch(
    'PaidTwice',
    () => world.api,
    (total) => (total('provider_calls_paid_twice') ?? 0) > 0,
  );
  await world.submit();
  const answered = `SELECT id FROM provider_calls WHERE state = 'answered' LIMIT 1`;
  await waitFor(async () => (await world.service.db.query(answered)).length > 0, { describe: 'an answer' });
  await world.asSuperuser(
    // The call was uncertain when it was written off, and the database refuses that of one that was answered.
    'SET session_replication_role = replica',
    `UPDATE provider_calls SET state = 'written_off', written_off_at = now(), answered_late_at = now()
     WHERE id = (${answered})`,
  );
  await twice.moves();
}

async function pauseQueue(world: World): Promise<void> {
  const paused = await world.watch(
    'QueuePaused',
    () => world.api,
    (total) => total('queue_paused', { queue: 'checks' }) === 1,
  );
  const checkQueue = openCheckQueue(world.service.redis);
  const queue = await checkQueue.bullmq();
  await queue.pause();
  await paused.moves();
  await queue.resume();
  await checkQueue.close();
  await paused.calms();
}

async function giveMuchToDo(world: World): Promise<void> {
  const busy = await world.watch(
    'WorkersBusy',
    () => world.worker,
    (total) => (total('check_jobs_active') ?? 0) >= (total('check_jobs_limit') ?? 0),
  );
  await Promise.all(Array.from({ length: 6 }, () => world.submit({ subject: SLOW })));
  await busy.moves();
  await busy.calms();
}

/** Whether accepted requests are being processed. */
export const CHECK_CAUSES: readonly Cause[] = [
  {
    alerts: ['ChecksStuck', 'ResultsBurnFast', 'ResultsBurnSlow'],
    what: 'the worker stands still',
    run: freezeWorkers,
  },
  { alerts: ['CallsOverdue'], what: 'the only worker dies in a call', run: killInCall },
  {
    alerts: ['CallsLost', 'LateAnswersWaiting'],
    what: 'a worker loses PostgreSQL in a call',
    run: cutOffInCall,
  },
  { alerts: ['WorkerSilent'], what: 'the heartbeats of workers are locked', run: lockWorkers },
  { alerts: ['PaidTwice'], what: 'a call is answered that had been written off', run: answerAfterWriteOff },
  {
    alerts: ['AnswersDropped', 'AnswersKept', 'JobsFailing'],
    what: 'answers cannot be stored',
    run: refuseAnswers,
  },
  { alerts: ['SpoolNotWritable'], what: 'the folder of paid answers takes none', run: takeSpoolAway },
  { alerts: ['QueuePaused'], what: 'the queue is paused', run: pauseQueue },
  { alerts: ['WorkersBusy'], what: 'more is to do than a worker takes', run: giveMuchToDo },
];
