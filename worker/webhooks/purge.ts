import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { EVENTS_KEPT_DAYS } from '../../shared/domain/webhook-event.js';

/** Rows per statement: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Deletes events, and their deliveries, that by both clocks are past the retention of feed and log, and returns how
 * many; the process's clock is `now`. A numbered event is deleted only together with all lower numbers of its client,
 * so that a feed never has a gap: timestamps do not quite follow the order of the numbers.
 */
export async function purgeWebhookEvents(
  db: Database,
  now = new Date(),
  stopping = () => false,
): Promise<number> {
  let total = 0;
  while (!stopping()) {
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
    // Fewer than a batch may be deleted although more are old: whatever follows one that stays is left for the next
    // batch.
    if (purged.length === 0) break;
  }
  return total;
}
