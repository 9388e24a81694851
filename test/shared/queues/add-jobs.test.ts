import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { type CheckJobData, type CheckQueue, openCheckQueue } from '../../../shared/queues/check-queue.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('checks that are enqueued', () => {
  let redis: Redis;
  let queue: CheckQueue;
  let bullmq: Queue<CheckJobData>;
  let pipelines: number;

  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    const { pipeline } = redis;
    redis.pipeline = (...args) => {
      pipelines += 1;
      return pipeline.apply(redis, args);
    };
    queue = openCheckQueue(redis);
    bullmq = await queue.bullmq();
  });
  beforeEach(async () => {
    await redis.flushdb();
    pipelines = 0;
  });
  after(async () => {
    await queue.close();
    redis.disconnect();
  });

  const checksOf = (count: number) =>
    Array.from({ length: count }, () => ({ checkId: newId(), clientId: 'one' }));

  it('wait in their order, each with its own id, and no pipeline is built for them', async () => {
    const checks = checksOf(20);
    await queue.enqueue(checks);
    const ids = checks.map(({ checkId }) => checkId);
    expect((await bullmq.getPrioritized()).map(({ id }) => id)).to.deep.equal(ids);
    expect(pipelines).to.equal(0);
  });

  it('are not waited for if there are none', async () => {
    await queue.enqueue([]);
    expect(await bullmq.getPrioritizedCount()).to.equal(0);
  });

  it('reject if Redis refuses one of them, and the others wait', async () => {
    const [refused, ...others] = checksOf(3);
    if (refused === undefined) throw new Error('There are three');
    await redis.set(bullmq.toKey(refused.checkId), 'no hash');
    const error = await queue.enqueue([refused, ...others]).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error);
    const waiting = (await bullmq.getPrioritized()).map((job) => job?.id);
    expect(waiting).to.include.members(others.map(({ checkId }) => checkId));
  });
});
