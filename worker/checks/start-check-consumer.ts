import { DelayedError } from 'bullmq';
import type { Logger } from '../../shared/logger.js';
import { CHECK_QUEUE, type CheckJobData } from '../../shared/queues/check-queue.js';
import type { WorkerMetrics } from '../metrics.js';
import { type ConsumerOptions, type QueueConsumer, startConsumer } from '../queue-consumer.js';
import { CheckJobError } from './check-job-error.js';
import type { JobEnd } from './run-check.js';

export interface CheckConsumerOptions
  extends Pick<ConsumerOptions<CheckJobData>, 'connection' | 'concurrency' | 'mayTake'> {
  /** `isFirst` if no worker was given the job before. */
  run(checkId: string, isFirst: boolean): Promise<JobEnd>;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** Starts consuming. The queue only says when to look at a check; PostgreSQL decides what may be done with it. */
export function startCheckConsumer({
  run,
  metrics,
  logger,
  ...options
}: CheckConsumerOptions): QueueConsumer {
  return startConsumer<CheckJobData>({
    ...options,
    logger,
    queue: CHECK_QUEUE,
    idOf: (data) => data.check_id,
    run: async (checkId, job, token) => {
      const end = await run(checkId, job.attemptsStarted <= 1);
      if (end.done) return;
      await job.moveToDelayed(Date.now() + end.retryInMs, token);
      // Tells BullMQ that the job was moved and has neither completed nor failed.
      throw new DelayedError();
    },
    watch: (worker) => {
      worker.on('stalled', (jobId) => logger.warn({ job_id: jobId }, 'job lost its worker'));
      worker.on('failed', (job, error) => {
        // It lost its worker, as said above, and BullMQ fails it instead of running it again.
        if (job?.deferredFailure !== undefined) return;
        metrics.countJobFailure();
        const facts = error instanceof CheckJobError ? { ...error.facts, err: error.cause } : { err: error };
        logger.error({ ...facts, job_id: job?.id }, 'job failed');
      });
    },
  });
}
