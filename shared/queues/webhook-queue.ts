import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { forgetDeadJobs } from './forget-dead-jobs.js';
import { lazyQueue } from './lazy-queue.js';

export const WEBHOOK_QUEUE = 'webhooks';

/** A job is an endpoint rather than an event, so that a slow receiver occupies one slot however much waits for it. */
export interface WebhookJob {
  endpoint_id: string;
}

const WEBHOOK_JOB_OPTIONS = {
  // PostgreSQL decides what is retried and when.
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** Tells the workers which endpoints have something due. Losing a job only costs time. */
export interface WebhookQueue {
  /** Enqueues endpoints. Throws while Redis is unavailable. */
  enqueue(endpointIds: readonly string[]): Promise<void>;
  /** The BullMQ queue, for inspection. Throws while Redis is unavailable. */
  bullmq(): Promise<Queue<WebhookJob>>;
  close(): Promise<void>;
}

/** Opens the queue on a connection that fails fast. */
export function openWebhookQueue(redis: Redis): WebhookQueue {
  const queue = lazyQueue<WebhookJob>(redis, WEBHOOK_QUEUE, WEBHOOK_JOB_OPTIONS);
  return {
    bullmq: queue.get,
    enqueue: async (endpointIds) => {
      const opened = await queue.get();
      const missing = await forgetDeadJobs(opened, endpointIds);
      const jobs = missing.map((id) => ({ name: 'deliver', data: { endpoint_id: id }, opts: { jobId: id } }));
      await opened.addBulk(jobs);
    },
    close: queue.close,
  };
}
