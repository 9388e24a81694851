import type { Redis } from 'ioredis';
import type { Database } from '../../shared/db/database.js';
import type { WaitingEndpoint, WebhookQueue } from '../../shared/queues/webhook-queue.js';
import type { HeldUpClients } from '../held-up-clients.js';
import { PassErrors } from '../pass-errors.js';
import { fanOutEvents } from './fan-out.js';

export interface RelayDeps {
  db: Database;
  redis: Redis;
  webhookQueue: WebhookQueue;
  /** The same in every pass of a process. */
  heldUp: HeldUpClients;
  stopping: () => boolean;
}

/** Endpoints per statement. */
const BATCH = 500;
/** After this long an enqueued endpoint is due again, unless a worker has rescheduled it by then. */
const ENQUEUE_AGAIN_SECONDS = 30;

/**
 * Moves work from PostgreSQL into the queue and returns what it did: staged events become deliveries, and endpoints
 * with something due are enqueued, also if an event cannot become one. What the queue loses is enqueued again. Safe to
 * run anywhere, any number of times.
 */
export async function relayWebhooks(deps: RelayDeps): Promise<{ events: number; enqueued: number }> {
  const passErrors = new PassErrors();
  const events = await passErrors.attemptOr(() => fanOutEvents(deps.db, deps), 0);
  const enqueued = await passErrors.attemptOr(() => enqueueDue(deps), 0);
  passErrors.throwAll();
  return { events, enqueued };
}

async function enqueueDue({ db, redis, webhookQueue, stopping }: RelayDeps): Promise<number> {
  if (redis.status !== 'ready') return 0;
  let total = 0;
  while (!stopping()) {
    const due = await db.query<WaitingEndpoint>(
      `UPDATE webhook_endpoints SET due_at = now() + interval '${ENQUEUE_AGAIN_SECONDS} seconds' WHERE id IN (
         SELECT id FROM webhook_endpoints WHERE due_at <= now()
         ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ) RETURNING id AS "endpointId", client_id AS "clientId"`,
    );
    if (due.length > 0) await webhookQueue.enqueue(due);
    total += due.length;
    if (due.length < BATCH) break;
  }
  return total;
}
