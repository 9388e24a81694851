import type { Sql } from '../../shared/db/database.js';
import type { WebhookEventRow } from '../../shared/db/entities/webhook-event.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { WebhookEvent } from '../../shared/domain/webhook-event.js';
import { NEWEST_HISTORY } from '../../shared/history/this-database.js';

export interface EventRow extends RowOf<WebhookEventRow, 'id' | 'data' | 'created_at'> {
  event_no: number;
  type: WebhookEvent;
}

/** A stretch of a client's feed without gaps. */
export interface FeedStretch {
  events: EventRow[];
  /** The number of the client's newest event, whether it is still kept or not. */
  lastEventNo: number;
  /** The history of the database that the numbers belong to. */
  historyId: string;
}

/** Where a reader is in the feed; cursors from before histories were named have no history. */
export interface FeedPosition {
  historyId: string | undefined;
  eventNo: number;
}

type FeedRow = { last_event_no: number; history_id: string; replaced: boolean } & (
  | EventRow
  | { event_no: null }
);

/**
 * Reads at most `limit` events of a client in order: those after a number, or from the oldest still kept. `expired` if
 * events between that number and the oldest one are no longer kept, or if the number is beyond the newest one: the
 * reader would miss events without noticing. `other_history` if the database was since restored to an earlier point,
 * after which the same number may be another event (contract 17).
 */
export async function loadEvents(
  sql: Sql,
  clientId: string,
  { after, limit }: { after: FeedPosition | undefined; limit: number },
): Promise<FeedStretch | 'expired' | 'other_history'> {
  // One statement, so that the events and the newest number come from the same snapshot.
  const rows = await sql.query<FeedRow>(
    `SELECT w.last_event_no, h.id AS history_id, h.adopted_how <> 'migration' AS replaced,
       e.event_no, e.id, e.type, e.data, e.created_at
     FROM wallets w CROSS JOIN (${NEWEST_HISTORY}) AS h LEFT JOIN LATERAL (
       SELECT event_no, id, type, data, created_at FROM webhook_events
       WHERE client_id = w.client_id AND event_no > $2 ORDER BY event_no LIMIT $3
     ) AS e ON true
     WHERE w.client_id = $1 ORDER BY e.event_no`,
    [clientId, after?.eventNo ?? 0, limit],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('Bug: a client without a wallet');
  const { last_event_no: lastEventNo, history_id: historyId } = first;
  if (after !== undefined && !isOf(after, first)) return 'other_history';
  const events = rows.filter((row): row is EventRow & FeedRow => row.event_no !== null);
  // The purge removes only the oldest, so nothing can be missing except before the first one.
  const next = events[0]?.event_no ?? lastEventNo + 1;
  return after === undefined || next === after.eventNo + 1 ? { events, lastEventNo, historyId } : 'expired';
}

/** A database that was never restored to an earlier point has one history only, named in the cursor or not. */
function isOf({ historyId }: FeedPosition, row: FeedRow): boolean {
  return historyId === undefined ? !row.replaced : historyId === row.history_id;
}
