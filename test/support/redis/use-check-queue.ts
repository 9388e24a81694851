import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { CHECK_QUEUE, type CheckQueue, openCheckQueue } from '../../../shared/queues/check-queue.js';
import { connectForBlocking, connectForCommands, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { testRedisUrl } from './redis.js';

/** The workers' queue of one test file. */
export interface UsedCheckQueue {
  /** The URL of its Redis. */
  url: string;
  redis: Redis;
  checkQueue: CheckQueue;
  /** Takes jobs by hand. */
  taker: Worker;
}

/** Opens the workers' queue before the first test of the calling `describe`, passes it on, and closes it at the end. */
export function useCheckQueue(take: (queue: UsedCheckQueue) => void): void {
  let close: () => Promise<void>;

  before(async () => {
    const url = testRedisUrl();
    const redis = connectForCommands(url);
    const blocking = connectForBlocking(url);
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    const checkQueue = openCheckQueue(redis);
    const taker = new Worker(CHECK_QUEUE, null, {
      connection: blocking,
      prefix: REDIS_PREFIX,
      autorun: false,
    });
    close = async () => {
      await taker.close(true);
      await checkQueue.close();
      blocking.disconnect();
      redis.disconnect();
    };
    take({ url, redis, checkQueue, taker });
  });
  after(() => close());
}
