import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { takeTurns } from './fair-shares.js';
import { lazyQueue } from './lazy-queue.js';

export const CHECK_QUEUE = 'checks';

/** All that a queue job holds: Redis stores it in clear text, and PostgreSQL knows the rest. */
export interface CheckJob {
  check_id: string;
}

export const CHECK_JOB_OPTIONS = {
  // PostgreSQL decides what may run again and when, never the queue.
  attempts: 1,
  // A finished job's id is free again at once: the same check may be enqueued again, which the dispatch marker makes
  // harmless. A kept job of the same id would swallow the new one without an error.
  removeOnComplete: true,
  // A failed job stays for support to see; the reconciler removes it before it enqueues the check again.
  removeOnFail: { age: 7 * 24 * 3600, count: 10_000 },
} as const;

/** A check that waits for a worker, and whose share of the workers it takes. */
export interface WaitingCheck {
  checkId: string;
  clientId: string;
}

/** Tells the workers which checks are waiting. Losing a job only costs time. */
export interface CheckQueue {
  /**
   * Enqueues checks, each in its turn among those of all clients. Throws when Redis is away; the reconciler then does it
   * later.
   */
  enqueue(checks: readonly WaitingCheck[]): Promise<void>;
  /** The queue as BullMQ has it, to look into it. Throws while Redis is away. */
  bullmq(): Promise<Queue<CheckJob>>;
  close(): Promise<void>;
}

/** Opens the queue on a connection that fails fast; it works as soon as Redis is there, and again after outages. */
export function openCheckQueue(redis: Redis): CheckQueue {
  const queue = lazyQueue<CheckJob>(redis, CHECK_QUEUE, CHECK_JOB_OPTIONS);
  return {
    bullmq: queue.get,
    enqueue: async (checks) => {
      const opened = await queue.get();
      const turns = await takeTurns(
        redis,
        CHECK_QUEUE,
        checks.map(({ clientId }) => clientId),
      );
      const jobs = checks.map(({ checkId: id }, index) => ({
        name: 'run-check',
        data: { check_id: id },
        opts: { jobId: id, priority: turns[index] ?? 1 },
      }));
      await opened.addBulk(jobs);
    },
    close: queue.close,
  };
}
