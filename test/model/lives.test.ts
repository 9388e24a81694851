import { expect } from 'chai';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { waitFor } from '../../harness/wait-for.js';
import type { Database } from '../../shared/db/database.js';
import { type CheckQueue, openCheckQueue } from '../../shared/queues/check-queue.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { createWorkerMetrics } from '../../worker/metrics.js';
import { OverdueCalls } from '../../worker/reconciler/find-lost-calls.js';
import { reconcile } from '../../worker/reconciler/reconcile.js';
import { recordingLogger } from '../support/checks/check-worker.js';
import { sayWorkerEnded } from '../support/checks/settlements.js';
import { expectInvariants } from '../support/database/invariants.js';
import { useDatabase } from '../support/database/use-database.js';
import { testRedisUrl } from '../support/redis/redis.js';
import { live } from './live.js';
import { sumsOf } from './model/state.js';
import { howOften, PROPERTY_TIMEOUT_MS } from './settings.js';
import { lives, type Step } from './steps.js';
import { createWorld, type World } from './world.js';

describe('the life of verifications', function () {
  this.timeout(PROPERTY_TIMEOUT_MS);
  const database = useDatabase();
  let processes: [Database, Database];
  let redis: Redis;
  let checkQueue: CheckQueue;

  before(async () => {
    processes = [database.db, await database.open()];
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    checkQueue = openCheckQueue(redis);
    // The worker of the model's calls, which may therefore be written off.
    await sayWorkerEnded(processes[0], 'model');
  });

  after(async () => {
    await checkQueue.close();
    redis.disconnect();
  });

  const metrics = createWorkerMetrics(new Registry(), []);

  async function reconcileOnce(): Promise<{ lostCalls: number; neverReached: number }> {
    const { logger } = recordingLogger();
    // The reconciler looks at a check again after some seconds.
    await processes[0].query(
      `UPDATE checks SET rung_at = rung_at - interval '1 minute' WHERE status = 'pending'`,
    );
    const { lostCalls, neverReached } = await reconcile({
      db: processes[0],
      redis,
      checkQueue,
      metrics,
      logger,
      overdueCalls: new OverdueCalls(),
      writableForMs: () => Number.POSITIVE_INFINITY,
      stopping: () => false,
    });
    return { lostCalls, neverReached };
  }

  /** Every life ends: what is open goes into review, and reviews are closed. */
  async function end(world: World): Promise<void> {
    await live(world, [[{ kind: 'quarantine', process: 0 }]]);
    const server = world.reviewers.length;
    const close: Step = { kind: 'resolve', process: 0, pick: 0, outcome: 'closed', by: server };
    await live(
      world,
      world.state.verifications.map(() => [close]),
    );
    for (const [client, entries] of Object.entries(world.state.wallets)) {
      expect(sumsOf(entries).reserved, `reserved at the end by ${client}`).to.equal(0);
    }
  }

  it('is the same as that of a model, whatever happens in whatever order, also at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (groups) => {
        const world = await createWorld(processes, reconcileOnce);
        await live(world, groups);
        await end(world);
      }),
      howOften(40),
    );
    await expectInvariants(processes[0]);
  });
});
