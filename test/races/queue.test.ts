import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { expect } from 'chai';
import { checkIdsOf, jobOf, openCheckQueue, queueKey } from '../../harness/check-queue.js';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

const CHECKS = 10;

describe('a queue that says more than it should', function () {
  this.timeout(60_000);

  let redis: OwnServer;
  let service: Service;
  let queue: Queue;
  let client: SeededClient;
  let checkIds: string[];
  let callsBefore: number;
  before(async () => {
    redis = await startOwnRedis();
    service = await startService({ workers: 0, redisUrl: redis.url });
    queue = await openCheckQueue(service.redis);
  });
  after(async () => {
    await queue.close();
    await service.stop();
    await redis.remove();
  });
  beforeEach(async () => {
    callsBefore = service.sandbox.calls().length;
    client = await service.seedClient();
    await Promise.all(Array.from({ length: CHECKS }, () => submitAsync(service.api.client, client.token)));
    checkIds = await checkIdsOf(service.db, client.clientId);
  });
  afterEach(async () => {
    await Promise.all(service.workers.splice(0).map((worker) => worker.stop()));
    await service.redis.flushall();
    await service.expectSound();
  });

  async function startTwoWorkers(): Promise<void> {
    await Promise.all([service.startWorker(), service.startWorker()]);
  }

  /** Waits until no job is waiting or active, so that every one had its chance to do harm. */
  async function waitUntilDrained(): Promise<void> {
    await waitFor(
      async () => {
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
        return Object.values(counts).every((count) => count === 0);
      },
      { timeoutMs: 20_000, describe: 'the queue is empty' },
    );
  }

  function paidCallsSince() {
    return paidCalls(service.sandbox.calls().slice(callsBefore));
  }

  it('brings one call per check, when two workers find every job twenty times', async () => {
    const copies = checkIds.flatMap((id) => Array.from({ length: 20 }, () => jobOf({ check_id: id })));
    await queue.addBulk(copies);
    await startTwoWorkers();
    await waitUntilSettled(service.db, client.clientId);
    await waitUntilDrained();
    expect(paidCallsSince()).to.have.length(CHECKS);
  });

  it('brings no call for checks that are settled', async () => {
    await startTwoWorkers();
    await waitUntilSettled(service.db, client.clientId);
    await queue.addBulk(checkIds.map((id) => jobOf({ check_id: id }, { jobId: id })));
    await queue.addBulk(checkIds.map((id) => jobOf({ check_id: id })));
    await waitUntilDrained();
    expect(paidCallsSince()).to.have.length(CHECKS);
  });

  it('brings no call for forged jobs, and the workers go on', async () => {
    const [first = ''] = checkIds;
    const forged = [
      { check_id: randomUUID() },
      { check_id: 'not an id' },
      { check_id: `${first}'; DROP TABLE checks; --` },
      { check_id: first.toUpperCase() },
      { check_id: [first] },
      { check_id: { toString: first } },
      { check_id: null },
      { check_id: 'x'.repeat(1_000_000) },
      {},
      null,
      'text',
      7,
    ];
    await queue.addBulk(forged.map((data) => jobOf(data)));
    await startTwoWorkers();
    await waitUntilSettled(service.db, client.clientId);
    await waitUntilDrained();
    expect(paidCallsSince()).to.have.length(CHECKS);
    expect(await queue.getFailedCount(), 'failed jobs').to.equal(0);
    expect((await submit(service.api.client, client.token)).status).to.equal(201);
  });

  it('brings no harm with entries whose jobs are gone', async () => {
    const ghosts = Array.from({ length: 20 }, () => randomUUID());
    await service.redis.rpush(queueKey('wait'), ...ghosts);
    await service.redis.hset(queueKey(ghosts[0] ?? ''), 'data', '{not json');
    // Half of the real ones lose their jobs too: the reconciler has to enqueue those again.
    await service.redis.del(...checkIds.slice(0, CHECKS / 2).map(queueKey));
    await startTwoWorkers();
    await waitUntilSettled(service.db, client.clientId);
    expect(paidCallsSince()).to.have.length(CHECKS);
    expect((await submit(service.api.client, client.token)).status).to.equal(201);
  });
});
