import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { addJobs } from './add-jobs.js';
import { takeTurns } from './fair-shares.js';
import { forgetDeadJobs } from './forget-dead-jobs.js';
import { lazyQueue } from './lazy-queue.js';

export const WEBHOOK_QUEUE = 'webhooks';

/** A job is an endpoint rather than an event, so that a slow receiver occupies one slot however much waits for it. */
export interface WebhookJobData {
  endpoint_id: string;
}

const WEBHOOK_JOB_OPTIONS = {
  // PostgreSQL decides what is retried and when.
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** An endpoint with something due, and whose turn at the workers it takes. */
export interface WaitingEndpoint {
  endpointId: string;
  clientId: string;
}

/** Tells the workers which endpoints have something due. Losing a job only costs time. */
export interface WebhookQueue {
  /** Enqueues endpoints, each in its turn among those of all clients. Throws while Redis is unavailable. */
  enqueue(endpoints: readonly WaitingEndpoint[]): Promise<void>;
  /** The BullMQ queue, for inspection. Throws while Redis is unavailable. */
  bullmq(): Promise<Queue<WebhookJobData>>;
  close(): Promise<void>;
}

/** Opens the queue on a connection that fails fast. */
export function openWebhookQueue(redis: Redis): WebhookQueue {
  const queue = lazyQueue<WebhookJobData>(redis, WEBHOOK_QUEUE, WEBHOOK_JOB_OPTIONS);
  return {
    bullmq: queue.get,
    enqueue: async (endpoints) => {
      const opened = await queue.get();
      const gone = new Set(
        await forgetDeadJobs(
          opened,
          endpoints.map(({ endpointId }) => endpointId),
        ),
      );
      const missing = endpoints.filter(({ endpointId }) => gone.has(endpointId));
      const turns = await takeTurns(
        redis,
        WEBHOOK_QUEUE,
        missing.map(({ clientId }) => clientId),
      );
      const jobs = missing.map(({ endpointId: id }, index) => ({
        name: 'deliver',
        data: { endpoint_id: id },
        opts: { jobId: id, priority: turns[index] ?? 1 },
      }));
      await addJobs(opened, jobs);
    },
    close: queue.close,
  };
}
