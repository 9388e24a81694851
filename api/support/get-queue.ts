import type { RequestHandler } from 'express';
import { loadBacklog } from '../../shared/backlog/load-backlog.js';
import { readQueue } from '../../shared/queues/read-queue.js';
import { openWebhookQueue, type WebhookQueue } from '../../shared/queues/webhook-queue.js';
import { readReconcilerRuns } from '../../shared/redis/reconciler-run.js';
import { readCircuits } from '../../shared/redis/route-health.js';
import type { WireQueue } from '../../shared/wire/queue.js';
import { withinTime } from '../../shared/within-time.js';
import type { StaffDeps } from '../deps.js';
import { contextOf } from '../http/context.js';

/** A hanging Redis must not hang the page that reports on it. */
const REDIS_ANSWERS_WITHIN_MS = 2_000;

type QueueNews = Pick<WireQueue, 'redis' | 'queue' | 'webhook_queue' | 'circuits' | 'reconciler'>;

const UNREACHABLE: QueueNews = {
  redis: 'unreachable',
  queue: null,
  webhook_queue: null,
  circuits: null,
  reconciler: null,
};

/**
 * GET /api/v1/support/queue: whether work flows, and how much is left. Reports what it can while Redis is unavailable.
 */
export function getQueue(deps: Pick<StaffDeps, 'db' | 'redis' | 'checkQueue'>): RequestHandler {
  const webhookQueue = openWebhookQueue(deps.redis);
  return async (_req, res) => {
    const [backlog, news] = await Promise.all([
      loadBacklog(deps.db),
      withinTime(readNews({ ...deps, webhookQueue }), REDIS_ANSWERS_WITHIN_MS).catch((error: unknown) => {
        contextOf(res).logger.warn({ err: error }, 'queue numbers without Redis');
        return UNREACHABLE;
      }),
    ]);
    res.json({ ...news, ...backlog } satisfies WireQueue);
  };
}

async function readNews({
  redis,
  checkQueue,
  webhookQueue,
}: Pick<StaffDeps, 'redis' | 'checkQueue'> & { webhookQueue: WebhookQueue }): Promise<QueueNews> {
  const [queue, webhooks, circuits, reconciler] = await Promise.all([
    readQueue(checkQueue),
    readQueue(webhookQueue),
    readCircuits(redis),
    readReconcilerRuns(redis),
  ]);
  return { redis: 'ok', queue, webhook_queue: webhooks, circuits, reconciler };
}
