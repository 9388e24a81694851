import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { forgetDeadJobs } from './forget-dead-jobs.js';
import { lazyQueue } from './lazy-queue.js';

export const WEBHOOK_QUEUE = 'webhooks';

/** A job is an endpoint and not an event, so that a slow receiver holds one pair of hands however much waits for it. */
export interface WebhookJob {
  endpoint_id: string;
}

const WEBHOOK_JOB_OPTIONS = {
  // PostgreSQL decides what is tried again and when.
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** Says which endpoints have something due. Losing a ring only costs time. */
export interface WebhookBell {
  /** Rings for endpoints. Throws when Redis is away. */
  ring(endpointIds: readonly string[]): Promise<void>;
  /** The queue behind the bell, to look into it. Throws while Redis is away. */
  queue(): Promise<Queue<WebhookJob>>;
  close(): Promise<void>;
}

/** Makes the bell on a connection that fails fast. */
export function openWebhookBell(redis: Redis): WebhookBell {
  const queue = lazyQueue<WebhookJob>(redis, WEBHOOK_QUEUE, WEBHOOK_JOB_OPTIONS);
  return {
    queue: queue.get,
    ring: async (endpointIds) => {
      const opened = await queue.get();
      const unheard = await forgetDeadJobs(opened, endpointIds);
      const jobs = unheard.map((id) => ({ name: 'deliver', data: { endpoint_id: id }, opts: { jobId: id } }));
      await opened.addBulk(jobs);
    },
    close: queue.close,
  };
}
