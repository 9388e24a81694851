import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../../shared/logger.js';
import { WEBHOOK_QUEUE, type WebhookJob } from '../../shared/queues/webhook-queue.js';
import { REDIS_PREFIX } from '../../shared/redis/connect.js';
import type { QueueConsumer } from '../queue-consumer.js';

export interface WebhookConsumerOptions {
  /** A connection that waits out any outage. */
  connection: Redis;
  /** Endpoints in work at once. */
  concurrency: number;
  deliver(endpointId: string): Promise<void>;
  logger: Logger;
}

const ENDPOINT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Starts consuming. The queue only says which endpoint to look at; what is sent there PostgreSQL decides. */
export function startWebhookConsumer(options: WebhookConsumerOptions): QueueConsumer {
  let active = 0;
  let begun = 0;

  async function process(job: Job<WebhookJob>): Promise<void> {
    // Anybody who can write to Redis can forge a job: an id that is none of ours is dropped here.
    if (typeof job.data?.endpoint_id !== 'string' || !ENDPOINT_ID.test(job.data.endpoint_id)) return;
    active += 1;
    begun += 1;
    try {
      await options.deliver(job.data.endpoint_id);
    } finally {
      active -= 1;
    }
  }

  const worker = new Worker<WebhookJob>(WEBHOOK_QUEUE, process, {
    connection: options.connection,
    prefix: REDIS_PREFIX,
    concurrency: options.concurrency,
    // A Redis that failed a command is asked again after this long, and not after BullMQ's 15 s.
    runRetryDelay: 1_000,
    lockDuration: 10_000,
    stalledInterval: 2_500,
    // An endpoint whose worker died is enqueued again by the relay.
    maxStalledCount: 0,
  });
  worker.on('error', (error) => options.logger.warn({ err: error }, 'webhook queue connection'));
  worker.on('failed', (job, error) => {
    options.logger.error({ err: error, job_id: job?.id }, 'webhook job failed');
  });
  return { active: () => active, begun: () => begun, close: () => worker.close() };
}
