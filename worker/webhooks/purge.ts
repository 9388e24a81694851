import type { Database } from '../../shared/db/database.js';
import { EVENTS_KEPT_DAYS } from '../../shared/domain/webhook-event.js';

/** Rows per statement: small enough that nobody waits for the locks. */
const BATCH = 500;

/** Deletes events that are older than feed and log reach, and their deliveries with them; returns how many. */
export async function purgeWebhookEvents(db: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const purged = await db.query(
      `DELETE FROM webhook_events WHERE id IN (
         SELECT id FROM webhook_events WHERE created_at < now() - interval '${EVENTS_KEPT_DAYS} days'
         ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ) RETURNING id`,
    );
    total += purged.length;
    if (purged.length < BATCH) return total;
  }
}
