import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { EVENTS_KEPT_DAYS } from '../../shared/domain/webhook-event.js';

/** Rows per statement: small enough that nobody waits for the locks. */
const BATCH = 500;

/**
 * Deletes events that by both clocks, of which the process's is `now`, are older than feed and log reach, and their deliveries with them; returns how many. An event
 * with a number only goes together with all lower ones of its client, so that a feed never has a gap: the moments of
 * events are not quite in the order of the numbers.
 */
export async function purgeWebhookEvents(db: Database, now = new Date()): Promise<number> {
  let total = 0;
  for (;;) {
    const purged = await db.query(
      `WITH old AS (
         SELECT id, client_id, event_no FROM webhook_events
         WHERE created_at < ${bothClocksReached('$1')} - interval '${EVENTS_KEPT_DAYS} days'
         ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
       ), staying AS MATERIALIZED (
         SELECT client_id, (
           SELECT min(event_no) FROM webhook_events e
           WHERE e.client_id = c.client_id AND e.id NOT IN (SELECT id FROM old)
         ) AS first_no FROM (SELECT DISTINCT client_id FROM old) c
       )
       DELETE FROM webhook_events WHERE id IN (
         SELECT id FROM old JOIN staying USING (client_id) WHERE (event_no < first_no) IS NOT FALSE
       ) RETURNING id`,
      [now],
    );
    total += purged.length;
    // Less than a batch may go while more is old: what follows one that stays is left for the next batch.
    if (purged.length === 0) return total;
  }
}
