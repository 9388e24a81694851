import type { Sql } from '../../shared/db/database.js';
import type { WebhookEvent } from '../../shared/domain/webhook-event.js';

export interface EventRow {
  event_no: number;
  id: string;
  type: WebhookEvent;
  data: Record<string, unknown>;
  created_at: Date;
}

/** A stretch of a client's feed without gaps. */
export interface FeedStretch {
  events: EventRow[];
  /** The number of the client's newest event, kept or not. */
  lastEventNo: number;
}

type FeedRow = { last_event_no: number } & (EventRow | { event_no: null });

/**
 * Reads events of a client in their order, at most `limit`: those after a number, or the oldest that are kept.
 * `expired` when events between that number and the oldest one are no longer kept, or when the number is beyond the
 * newest one, as it may be after a backup was restored: what comes next could then not be told without a gap.
 */
export async function loadEvents(
  sql: Sql,
  clientId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<FeedStretch | 'expired'> {
  // One statement, so that events and the newest number are of the same moment.
  const rows = await sql.query<FeedRow>(
    `SELECT w.last_event_no, e.event_no, e.id, e.type, e.data, e.created_at
     FROM wallets w LEFT JOIN LATERAL (
       SELECT event_no, id, type, data, created_at FROM webhook_events
       WHERE client_id = w.client_id AND event_no > $2 ORDER BY event_no LIMIT $3
     ) AS e ON true
     WHERE w.client_id = $1 ORDER BY e.event_no`,
    [clientId, after ?? 0, limit],
  );
  const lastEventNo = rows[0]?.last_event_no ?? 0;
  const events = rows.filter((row): row is EventRow & FeedRow => row.event_no !== null);
  // The purge takes the oldest only, so nothing can be missing but before the first one.
  const next = events[0]?.event_no ?? lastEventNo + 1;
  return after === undefined || next === after + 1 ? { events, lastEventNo } : 'expired';
}
