import { Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { openWebhookQueue, WEBHOOK_QUEUE, type WebhookQueue } from '../../../shared/queues/webhook-queue.js';
import { connectForBlocking, connectForCommands, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('the queue of webhooks', () => {
  let redis: Redis;
  let blocking: Redis;
  let queue: WebhookQueue;
  let taker: Worker;
  before(async () => {
    const url = testRedisUrl();
    redis = connectForCommands(url);
    blocking = connectForBlocking(url);
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    queue = openWebhookQueue(redis);
    taker = new Worker(WEBHOOK_QUEUE, null, { connection: blocking, prefix: REDIS_PREFIX, autorun: false });
  });
  after(async () => {
    await taker.close(true);
    await queue.close();
    blocking.disconnect();
    redis.disconnect();
  });

  const endpointsOf = (clientId: string, count: number) =>
    Array.from({ length: count }, () => ({ endpointId: newId(), clientId }));

  it('serves the endpoint of one client before most of another that has many, and each once', async () => {
    const many = endpointsOf('many', 20);
    const [lone] = endpointsOf('lone', 1);
    if (lone === undefined) throw new Error('There is one');
    await queue.enqueue(many);
    await queue.enqueue([...many, lone]);
    const taken: (string | undefined)[] = [];
    for (let count = 0; count < 22; count += 1) {
      const job = await taker.getNextJob('token', { block: false });
      await job?.moveToCompleted('', 'token', false);
      taken.push(job?.id);
    }
    expect(taken.indexOf(lone.endpointId)).to.be.within(0, 8);
    expect(taken.slice(0, 21)).to.have.members([...many, lone].map(({ endpointId }) => endpointId));
    expect(taken[21]).to.equal(undefined);
  });
});
