import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { addJobs } from './add-jobs.js';
import { takeTurns } from './fair-shares.js';
import { lazyQueue } from './lazy-queue.js';

export const CHECK_QUEUE = 'checks';

/** Everything a queue job holds: Redis stores it in plain text, and PostgreSQL knows the rest. */
export interface CheckJobData {
  check_id: string;
}

export const CHECK_JOB_OPTIONS = {
  // PostgreSQL decides what may be retried and when, never the queue.
  attempts: 1,
  // A finished job's id is free again at once: the same check may be enqueued again, which the dispatch marker makes
  // harmless. A kept job with the same id would swallow the new one without an error.
  removeOnComplete: true,
  // A failed job stays visible to support; the reconciler removes it before it enqueues the check again.
  removeOnFail: { age: 7 * 24 * 3600, count: 10_000 },
} as const;

/** A check waiting for a worker, and whose share of the workers it uses. */
export interface WaitingCheck {
  checkId: string;
  clientId: string;
}

/** Tells the workers which checks are waiting. Losing a job only costs time. */
export interface CheckQueue {
  /**
   * Enqueues checks, each in its turn among the checks of all clients. Throws while Redis is unavailable; the
   * reconciler then enqueues them later.
   */
  enqueue(checks: readonly WaitingCheck[]): Promise<void>;
  /** The BullMQ queue, for inspection. Throws while Redis is unavailable. */
  bullmq(): Promise<Queue<CheckJobData>>;
  close(): Promise<void>;
}

/** Opens the queue on a connection that fails fast; it works as soon as Redis is available, and again after outages. */
export function openCheckQueue(redis: Redis): CheckQueue {
  const queue = lazyQueue<CheckJobData>(redis, CHECK_QUEUE, CHECK_JOB_OPTIONS);
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
      await addJobs(opened, jobs);
    },
    close: queue.close,
  };
}
