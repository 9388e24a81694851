import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../shared/logger.js';
import { CHECK_QUEUE, type CheckJob } from '../shared/queues/check-queue.js';
import { REDIS_PREFIX } from '../shared/redis/connect.js';
import { CheckJobError } from './jobs/check-job-error.js';
import type { JobEnd } from './jobs/run-check.js';
import type { WorkerMetrics } from './metrics.js';
import type { QueueConsumer } from './queue-consumer.js';

export interface CheckConsumerOptions {
  /** A connection that waits out any outage. */
  connection: Redis;
  concurrency: number;
  run(checkId: string): Promise<JobEnd>;
  metrics: WorkerMetrics;
  logger: Logger;
}

const CHECK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Starts consuming. The queue only says when to look at a check; what may be done with it PostgreSQL decides. */
export function startCheckConsumer(options: CheckConsumerOptions): QueueConsumer {
  let active = 0;
  let begun = 0;

  async function process(job: Job<CheckJob>, token?: string): Promise<void> {
    // Anybody who can write to Redis can forge a job: an id that is none of ours is dropped here.
    if (typeof job.data?.check_id !== 'string' || !CHECK_ID.test(job.data.check_id)) return;
    active += 1;
    begun += 1;
    try {
      const end = await options.run(job.data.check_id);
      if (end.done) return;
      await job.moveToDelayed(Date.now() + end.retryInMs, token);
      // Tells BullMQ that the job was moved and is neither completed nor failed.
      throw new DelayedError();
    } finally {
      active -= 1;
    }
  }

  const worker = new Worker<CheckJob>(CHECK_QUEUE, process, {
    connection: options.connection,
    prefix: REDIS_PREFIX,
    concurrency: options.concurrency,
    // A Redis that failed a command is asked again after this long, and not after BullMQ's 15 s.
    runRetryDelay: 1_000,
    // A worker that died gives its jobs back after this long. Renewed twice in the time, so that only a process
    // which stood still for 10 s loses one; losing it is harmless, because the marker decides.
    lockDuration: 10_000,
    stalledInterval: 2_500,
    // A job that was lost in work fails instead of running again: the reconciler knows whether it may.
    maxStalledCount: 0,
  });
  worker.on('error', (error) => options.logger.warn({ err: error }, 'queue connection'));
  worker.on('stalled', (jobId) => options.logger.warn({ job_id: jobId }, 'job lost its worker'));
  worker.on('failed', (job, error) => {
    options.metrics.countJobFailure();
    const facts = error instanceof CheckJobError ? { ...error.facts, err: error.cause } : { err: error };
    options.logger.error({ ...facts, job_id: job?.id }, 'job failed');
  });

  return {
    active: () => active,
    begun: () => begun,
    close: () => worker.close(),
  };
}
