import type { Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { ofOneClient } from '../../../harness/check-queue.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import type { Database } from '../../../shared/db/database.js';
import type { CheckQueue } from '../../../shared/queues/check-queue.js';
import { readReconcilerRuns } from '../../../shared/redis/reconciler-run.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import type { WireReconcilerRun } from '../../../shared/wire/queue.js';
import { createWorkerMetrics, type WorkerMetrics } from '../../../worker/metrics.js';
import { OverdueCalls } from '../../../worker/reconciler/find-lost-calls.js';
import { reconcileAndReport } from '../../../worker/reconciler/reconcile-and-report.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { checkIdOf, dispatch, settlementOf } from '../../support/checks/settlements.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { parseExposition, totalOf } from '../../support/monitoring/metrics.js';
import { useCheckQueue } from '../../support/redis/use-check-queue.js';

/** More than one batch of the reconciler. */
const MANY = 600;
const BATCH = 500;
/** Requests accepted in one transaction. */
const AT_ONCE = 200;

const GONE = new Error('gone');
const NONE = { requeued: 0, lost_calls: 0, never_reached: 0 };

describe('what the reconciler counts', () => {
  const database = useDatabase();
  let db: Database;
  let redis: Redis;
  let checkQueue: CheckQueue;
  let taker: Worker;
  let registry: Registry;
  let metrics: WorkerMetrics;

  useCheckQueue((queue) => ({ redis, checkQueue, taker } = queue));
  before(() => {
    db = database.db;
  });
  // Nothing from one test is pending in the next.
  beforeEach(async () => {
    await redis.flushdb();
    await db.query(`UPDATE checks SET rung_at = now() + interval '55 seconds', created_at = now()`);
    registry = new Registry();
    metrics = createWorkerMetrics(registry, []);
  });
  afterEach(() => expectInvariants(db));

  /** What the last pass has logged. */
  let logged = (): string => '';

  function pass(overrides: { db?: Database; checkQueue?: CheckQueue } = {}): Promise<void> {
    const { logger, ...recorded } = recordingLogger();
    logged = recorded.logged;
    return reconcileAndReport({
      ...{ db, redis, checkQueue, metrics, logger },
      overdueCalls: new OverdueCalls(),
      writableForMs: () => Number.POSITIVE_INFINITY,
      stopping: () => false,
      ...overrides,
    });
  }

  async function failingPass(overrides: { db?: Database; checkQueue?: CheckQueue }): Promise<void> {
    const error = await pass(overrides).catch((thrown: unknown) => thrown);
    expect(error, 'the pass fails').to.equal(GONE);
  }

  async function counted(): Promise<typeof NONE & { passed: boolean }> {
    const exposition = parseExposition(await registry.metrics());
    const of = (what: string): number => totalOf(exposition, 'reconciled_checks_total', { what }) ?? -1;
    return {
      requeued: of('requeued'),
      lost_calls: of('lost_calls'),
      never_reached: of('never_reached'),
      passed: totalOf(exposition, 'reconciler_last_pass_timestamp_seconds') !== 0,
    };
  }

  async function lastRun(): Promise<WireReconcilerRun | null> {
    return (await readReconcilerRuns(redis)).last_run;
  }

  async function accept(count: number): Promise<Submission[]> {
    const { id: clientId } = await buildClient(db, { balance: 5 * count });
    const submissions: Submission[] = [];
    for (let left = count; left > 0; left -= AT_ONCE) {
      const plans = Array.from({ length: Math.min(AT_ONCE, left) }, () => ({ clientId }));
      submissions.push(...(await acceptAll(db, plans)));
    }
    return submissions;
  }

  /** Lets a day pass for checks that were not enqueued, or could not be sent. */
  function age(column: 'rung_at' | 'created_at', submissions: readonly Submission[]): Promise<object[]> {
    const stamps = { rung_at: ['rung_at'], created_at: ['rung_at', 'created_at'] }[column];
    return db.query(
      `UPDATE checks SET ${stamps.map((stamp) => `${stamp} = now() - interval '25 hours'`).join()}
       WHERE id = ANY($1::uuid[])`,
      [submissions.map((submission) => checkIdOf(submission))],
    );
  }

  /** One request whose call is past its deadline. */
  async function lose(): Promise<void> {
    for (const submission of await accept(1)) await dispatch(db, submission, { deadlineMs: -1 });
  }

  /** One settled check whose job has failed. */
  async function leaveStaleJob(): Promise<void> {
    for (const submission of await accept(1)) {
      await checkQueue.enqueue(ofOneClient(submission.checkIds));
      await (await taker.getNextJob('token', { block: false }))?.moveToFailed(GONE, 'token', false);
      await settleChecks(db, [settlementOf(submission, await dispatch(db, submission), 'positive')]);
    }
  }

  /** Succeeds this many times, and then fails. */
  function failingAfter<Args extends unknown[], T>(
    times: number,
    work: (...args: Args) => Promise<T>,
  ): (...args: Args) => Promise<T> {
    let left = times;
    return (...args) => {
      left -= 1;
      return left < 0 ? Promise.reject(GONE) : work(...args);
    };
  }

  it('is each kind of repair as what it was, in the figures and in the word of the run', async () => {
    await lose();
    await age('created_at', await accept(2));
    await age('rung_at', await accept(3));
    await leaveStaleJob();
    await pass();
    expect(await counted()).to.deep.equal({ lost_calls: 1, never_reached: 2, requeued: 3, passed: true });
    expect(await lastRun()).to.deep.include({ lost_calls: 1, never_reached: 2, requeued: 3, stale_jobs: 1 });
    expect(logged()).to.match(/"lostCalls":1,"neverReached":2,"staleJobs":1,"msg":"reconciled"/);
  });

  it('is nothing but the pass when there is nothing to do', async () => {
    await pass();
    expect(await counted()).to.deep.equal({ ...NONE, passed: true });
    expect(await lastRun()).to.deep.include({ ...NONE, stale_jobs: 0 });
    expect(logged()).to.equal('');
  });

  it('is no review that was not committed, and no pass that came to no end', async () => {
    await lose();
    await failingPass({ db: { ...db, transaction: failingAfter(0, db.transaction) } });
    expect(await counted()).to.deep.equal({ ...NONE, passed: false });
    expect(await lastRun()).to.equal(null);
    await pass();
    expect(await counted()).to.deep.equal({ ...NONE, lost_calls: 1, passed: true });
  });

  it('is every batch that was committed before one that fails', async () => {
    await age('created_at', await accept(MANY));
    // The first batch is claimed and settled; the second cannot be claimed.
    await failingPass({ db: { ...db, transaction: failingAfter(2, db.transaction) } });
    expect(await counted()).to.deep.equal({ ...NONE, never_reached: BATCH, passed: false });
    await pass();
    expect(await counted()).to.deep.equal({ ...NONE, never_reached: MANY, passed: true });
  }).timeout(30_000);

  it('is every job enqueued before one that fails; what was not is counted when it is', async () => {
    await lose();
    const forgotten = await accept(MANY);
    await age('rung_at', forgotten);
    await failingPass({ checkQueue: { ...checkQueue, enqueue: failingAfter(1, checkQueue.enqueue) } });
    expect(await counted()).to.deep.equal({ ...NONE, lost_calls: 1, requeued: BATCH, passed: false });
    await age('rung_at', forgotten);
    // If most checks are in the queue, a pass examines one batch.
    for (let looked = 0; looked < MANY; looked += BATCH) await pass();
    expect(await counted()).to.deep.equal({ ...NONE, lost_calls: 1, requeued: MANY, passed: true });
  }).timeout(30_000);

  it('is what was enqueued before the failed jobs could not be looked at', async () => {
    await leaveStaleJob();
    await age('rung_at', await accept(1));
    await failingPass({ checkQueue: { ...checkQueue, bullmq: failingAfter(1, checkQueue.bullmq) } });
    expect(await counted()).to.deep.equal({ ...NONE, requeued: 1, passed: false });
    await pass();
    expect(await lastRun()).to.deep.include({ ...NONE, stale_jobs: 1 });
  });
});
