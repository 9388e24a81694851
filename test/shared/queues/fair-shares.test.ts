import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ofOneClient, queueKey } from '../../../harness/check-queue.js';
import { newId } from '../../../shared/domain/ids.js';
import type { CheckQueue } from '../../../shared/queues/check-queue.js';
import { type UsedCheckQueue, useCheckQueue } from '../../support/redis/use-check-queue.js';

const newIds = (count: number): string[] => Array.from({ length: count }, newId);

describe('The shares of clients in the queue', function () {
  this.timeout(60_000);

  let checkQueue: CheckQueue;
  let redis: Redis;
  let queue: UsedCheckQueue;
  useCheckQueue((used) => {
    ({ checkQueue, redis } = used);
    queue = used;
  });
  beforeEach(async () => {
    await (await checkQueue.bullmq()).obliterate({ force: true });
    await redis.del(queueKey('shares'));
  });

  /**
   * Takes the next job off the queue, like a worker, and finishes it; returns its check, undefined if there is none.
   */
  async function take(): Promise<string | undefined> {
    const job = await queue.taker.getNextJob('token', { block: false });
    await job?.moveToCompleted('', 'token', false);
    return job?.id;
  }

  async function takeMany(count: number): Promise<(string | undefined)[]> {
    const taken = [];
    for (let index = 0; index < count; index += 1) taken.push(await take());
    return taken;
  }

  it('lets a client with one check pass the thousands of another', async () => {
    const flood = newIds(2_000);
    for (let start = 0; start < flood.length; start += 50) {
      await checkQueue.enqueue(ofOneClient(flood.slice(start, start + 50), 'flood'));
    }
    await takeMany(100);
    const [lone = ''] = newIds(1);
    await checkQueue.enqueue(ofOneClient([lone], 'lone'));
    expect(await takeMany(9)).to.include(lone);
  });

  it('keeps the order of each client, and serves everything', async () => {
    const first = newIds(40);
    const second = newIds(40);
    await checkQueue.enqueue(ofOneClient(first, 'first'));
    await checkQueue.enqueue(ofOneClient(second, 'second'));
    const taken = await takeMany(80);
    expect(taken.filter((id) => first.includes(id ?? ''))).to.deep.equal(first);
    expect(taken.filter((id) => second.includes(id ?? ''))).to.deep.equal(second);
    expect(await take()).to.equal(undefined);
  });

  it('starves nobody: beside one who always comes back, a backlog has its half', async () => {
    const backlog = newIds(400);
    await checkQueue.enqueue(ofOneClient(backlog, 'backlog'));
    const eager = newIds(40);
    await checkQueue.enqueue(ofOneClient(eager, 'eager'));
    let served = 0;
    for (let index = 0; index < 200; index += 1) {
      const id = await take();
      if (backlog.includes(id ?? '')) served += 1;
      else await checkQueue.enqueue(ofOneClient(newIds(1), 'eager'));
    }
    expect(served).to.be.within(80, 120);
  });

  it('begins anew when the queue is empty, and after a loss of what was known of the shares', async () => {
    await checkQueue.enqueue(ofOneClient(newIds(100), 'a'));
    await redis.del(queueKey('shares'));
    await takeMany(60);
    const [next = ''] = newIds(1);
    await checkQueue.enqueue(ofOneClient([next], 'b'));
    expect(await takeMany(9)).to.include(next);
    await takeMany(40);
    await checkQueue.enqueue(ofOneClient([newId()], 'a'));
    const [job] = await (await checkQueue.bullmq()).getPrioritized(0, 0);
    expect(job?.priority).to.equal(1);
  });

  it('saves no turns up while a client has nothing to do', async () => {
    await checkQueue.enqueue(ofOneClient(newIds(200), 'busy'));
    await takeMany(150);
    const idle = newIds(100);
    await checkQueue.enqueue(ofOneClient(idle, 'idle'));
    const taken = await takeMany(40);
    expect(taken.filter((id) => idle.includes(id ?? '')).length).to.be.within(12, 28);
  });
});
