import type { Logger } from '../../shared/logger.js';
import { WEBHOOK_QUEUE, type WebhookJobData } from '../../shared/queues/webhook-queue.js';
import { type ConsumerOptions, type QueueConsumer, startConsumer } from '../queue-consumer.js';

export interface WebhookConsumerOptions
  extends Pick<ConsumerOptions<WebhookJobData>, 'connection' | 'concurrency'> {
  deliver(endpointId: string): Promise<void>;
  logger: Logger;
}

/** Starts consuming. The queue only says which endpoint to look at; PostgreSQL decides what is sent there. */
export function startWebhookConsumer({ deliver, logger, ...options }: WebhookConsumerOptions): QueueConsumer {
  return startConsumer<WebhookJobData>({
    ...options,
    logger,
    queue: WEBHOOK_QUEUE,
    idOf: (data) => data.endpoint_id,
    run: (endpointId) => deliver(endpointId),
    watch: (worker) => {
      worker.on('failed', (job, error) => {
        logger.error({ err: error, job_id: job?.id }, 'webhook job failed');
      });
    },
  });
}
