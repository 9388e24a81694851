import type { Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { ofOneClient, queueKey } from '../../../harness/check-queue.js';
import { newId } from '../../../shared/domain/ids.js';
import type { CheckQueue } from '../../../shared/queues/check-queue.js';
import { createWorkerMetrics } from '../../../worker/metrics.js';
import { OverdueCalls } from '../../../worker/reconciler/find-lost-calls.js';
import { type ReconcileReport, reconcile } from '../../../worker/reconciler/reconcile.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { useCheckQueue } from '../../support/redis/use-check-queue.js';
import { atClock } from '../../support/time/wrong-clock.js';

const DAY_MS = 24 * 60 * 60_000;

describe('what a wrong clock has left in the queues', () => {
  const database = useDatabase();
  let redis: Redis;
  let checkQueue: CheckQueue;
  let taker: Worker;
  useCheckQueue((queue) => ({ redis, checkQueue, taker } = queue));
  beforeEach(() => redis.flushdb());

  /** One pass of the reconciler of a worker whose clock is right, or not. */
  function pass(aheadMs = 0): Promise<ReconcileReport> {
    return atClock(aheadMs, () =>
      reconcile({
        ...{ db: database.db, redis, checkQueue },
        metrics: createWorkerMetrics(new Registry(), []),
        logger: recordingLogger().logger,
        overdueCalls: new OverdueCalls(),
        writableForMs: () => Number.POSITIVE_INFINITY,
        stopping: () => false,
      }),
    );
  }

  async function acceptAndDelay(aheadMs: number): Promise<string> {
    const { db } = database;
    const client = await buildClient(db);
    const submission = await acceptOne(db, { clientId: client.id, serviceCode: 'said_verification' });
    const checkId = checkIdOf(submission);
    await checkQueue.enqueue([{ checkId, clientId: client.id }]);
    const job = await taker.getNextJob('token', { block: false });
    await atClock(aheadMs, async () => job?.moveToDelayed(Date.now() + 60_000, 'token'));
    return checkId;
  }

  /** Lets the time pass after which a check counts as forgotten by the queue. */
  function letPass(checkId: string): Promise<object[]> {
    return database.db.query(`UPDATE checks SET rung_at = now() - interval '6 seconds' WHERE id = $1`, [
      checkId,
    ]);
  }

  async function stateOf(checkId: string): Promise<string> {
    return (await checkQueue.bullmq()).getJobState(checkId);
  }

  it('a check that a worker with a clock days ahead put off is not put off for days', async () => {
    for (const days of [1, 2_000]) {
      const checkId = await acceptAndDelay(days * DAY_MS);
      expect(await stateOf(checkId)).to.equal('delayed');
      await pass();
      await letPass(checkId);
      expect(await pass()).to.include({ requeued: 1 });
      expect(await stateOf(checkId)).to.equal('prioritized');
      await taker.getNextJob('token', { block: false });
    }
  });

  it('a check that was put off as intended stays so, also for a worker whose clock is behind', async () => {
    const checkId = await acceptAndDelay(0);
    await pass(-DAY_MS);
    await letPass(checkId);
    expect(await pass(-DAY_MS)).to.include({ requeued: 0 });
    expect(await stateOf(checkId)).to.equal('delayed');
  });

  it('locks do not last until Redis has come to the time again that it was set back from', async () => {
    await checkQueue.enqueue(ofOneClient([newId()]));
    const job = await taker.getNextJob('token', { block: false });
    await redis.set(queueKey('stalled-check'), '1');
    const locks = [queueKey(`${job?.id}:lock`), queueKey('stalled-check')];
    for (const lock of locks) expect(await redis.pexpire(lock, DAY_MS)).to.equal(1);
    await pass();
    for (const lock of locks) expect(await redis.pttl(lock), lock).to.be.within(1, 10_000);
  });
});
