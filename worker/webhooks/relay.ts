import type { Redis } from 'ioredis';
import type { Database } from '../../shared/db/database.js';
import type { WebhookBell } from '../../shared/queues/webhook-bell.js';
import { fanOutEvents } from './fan-out.js';

export interface RelayDeps {
  db: Database;
  redis: Redis;
  bell: WebhookBell;
}

/** Endpoints per statement. */
const BATCH = 500;
/** After this long an endpoint that was rung for is due again, unless a worker has said otherwise by then. */
const RING_AGAIN_SECONDS = 30;

/**
 * Moves what PostgreSQL knows into the queue: staged events become deliveries, and endpoints with something due are
 * rung for. What the queue loses is rung for again. Safe to run anywhere, any number of times. Returns what it did.
 */
export async function relayWebhooks(deps: RelayDeps): Promise<{ events: number; rung: number }> {
  const events = await fanOutEvents(deps.db);
  const rung = deps.redis.status === 'ready' ? await ringDue(deps) : 0;
  return { events, rung };
}

async function ringDue({ db, bell }: RelayDeps): Promise<number> {
  let total = 0;
  for (;;) {
    const due = await db.query<{ id: string }>(
      `UPDATE webhook_endpoints SET due_at = now() + interval '${RING_AGAIN_SECONDS} seconds' WHERE id IN (
         SELECT id FROM webhook_endpoints WHERE due_at <= now()
         ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
    );
    if (due.length > 0) await bell.ring(due.map(({ id }) => id));
    total += due.length;
    if (due.length < BATCH) return total;
  }
}
