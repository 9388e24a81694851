import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../redis/connect.js';

export const CHECK_QUEUE = 'checks';

/** All that a queue job holds: Redis stores it in clear text, and PostgreSQL knows the rest. */
export interface CheckJob {
  check_id: string;
}

export const CHECK_JOB_OPTIONS = {
  // PostgreSQL decides what may run again and when, never the queue.
  attempts: 1,
  // A finished job's id is free again at once: the same check may be rung again, which the dispatch marker makes
  // harmless. A kept job of the same id would swallow the new ring without an error.
  removeOnComplete: true,
  // A failed job stays for support to see; the reconciler removes it before it rings again.
  removeOnFail: { age: 7 * 24 * 3600, count: 10_000 },
} as const;

/** The doorbell of the workers: says which checks are waiting. Losing a ring only costs time. */
export interface CheckBell {
  readonly queue: Queue<CheckJob>;
  /** Rings for checks. Throws when Redis is away; the reconciler then rings later. */
  ring(checkIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the doorbell on a connection that fails fast. */
export function openCheckBell(redis: Redis): CheckBell {
  const queue = new Queue<CheckJob>(CHECK_QUEUE, {
    connection: redis,
    prefix: REDIS_PREFIX,
    defaultJobOptions: CHECK_JOB_OPTIONS,
    // Without it `add` waits for ever while Redis has never been reached.
    skipWaitingForReady: true,
  });
  queue.on('error', () => undefined);
  return {
    queue,
    ring: async (checkIds) => {
      if (redis.status !== 'ready') throw new Error('Redis is not connected');
      await queue.addBulk(
        checkIds.map((id) => ({ name: 'run-check', data: { check_id: id }, opts: { jobId: id } })),
      );
    },
    close: () => queue.close(),
  };
}
