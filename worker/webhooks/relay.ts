import type { Redis } from 'ioredis';
import type { Database } from '../../shared/db/database.js';
import type { WebhookQueue } from '../../shared/queues/webhook-queue.js';
import { fanOutEvents } from './fan-out.js';

export interface RelayDeps {
  db: Database;
  redis: Redis;
  webhookQueue: WebhookQueue;
  stopping: () => boolean;
}

/** Endpoints per statement. */
const BATCH = 500;
/** After this long an enqueued endpoint is due again, unless a worker has rescheduled it by then. */
const ENQUEUE_AGAIN_SECONDS = 30;

/**
 * Moves work from PostgreSQL into the queue and returns what it did: staged events become deliveries, and endpoints
 * with something due are enqueued. What the queue loses is enqueued again. Safe to run anywhere, any number of times.
 */
export async function relayWebhooks(deps: RelayDeps): Promise<{ events: number; enqueued: number }> {
  const events = await fanOutEvents(deps.db, deps.stopping);
  const enqueued = deps.redis.status === 'ready' ? await enqueueDue(deps) : 0;
  return { events, enqueued };
}

async function enqueueDue({ db, webhookQueue, stopping }: RelayDeps): Promise<number> {
  let total = 0;
  while (!stopping()) {
    const due = await db.query<{ id: string }>(
      `UPDATE webhook_endpoints SET due_at = now() + interval '${ENQUEUE_AGAIN_SECONDS} seconds' WHERE id IN (
         SELECT id FROM webhook_endpoints WHERE due_at <= now()
         ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
    );
    if (due.length > 0) await webhookQueue.enqueue(due.map(({ id }) => id));
    total += due.length;
    if (due.length < BATCH) break;
  }
  return total;
}
