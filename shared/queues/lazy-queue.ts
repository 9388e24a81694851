import { type DefaultJobOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../redis/connect.js';

/** A queue to add jobs to, created as soon as Redis is available. */
export interface LazyQueue<Job> {
  /** Throws while Redis is unavailable. */
  get(): Promise<Queue<Job>>;
  close(): Promise<void>;
}

/**
 * Prepares a queue on a connection that fails fast; it works as soon as Redis is available, and again after outages.
 *
 * BullMQ checks the server once, when a queue is created, and a queue that found none stays unusable for good. So it is
 * created only once Redis is known to be available, and again if that failed.
 */
export function lazyQueue<Job>(redis: Redis, name: string, jobOptions: DefaultJobOptions): LazyQueue<Job> {
  let opened: Promise<Queue<Job>> | undefined;
  return {
    get: () => {
      if (redis.status !== 'ready') return Promise.reject(new Error('Redis is not connected'));
      opened ??= openQueue<Job>(redis, name, jobOptions).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

async function openQueue<Job>(
  connection: Redis,
  name: string,
  defaultJobOptions: DefaultJobOptions,
): Promise<Queue<Job>> {
  const queue = new Queue<Job>(name, { connection, prefix: REDIS_PREFIX, defaultJobOptions });
  queue.on('error', () => undefined);
  await queue.waitUntilReady();
  return queue;
}
