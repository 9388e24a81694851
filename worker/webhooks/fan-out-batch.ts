import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Sql } from '../../shared/db/database.js';
import { WebhookDelivery, WebhookEventRow } from '../../shared/db/entities/index.js';
import { columnsOf } from '../../shared/db/table-of.js';
import { firstIdAt, HIGHEST_ID, newId } from '../../shared/domain/ids.js';
import { RETRY_HOURS, type WebhookEvent } from '../../shared/domain/webhook-event.js';

export interface StagedEvent {
  id: string;
  client_id: string;
  type: WebhookEvent;
  created_at: Date;
  now: Date;
  retry_until: Date;
}

interface Subscriber {
  id: string;
  client_id: string;
  events: WebhookEvent[];
  created_at: Date;
  /** Locked by this transaction, and not by another. */
  free: boolean;
}

/** Ids from the first on, up to the second, which is none of them. */
export interface IdRange {
  from: string;
  to: string;
}

/** All ids. */
export const ALL_IDS: IdRange = { from: firstIdAt(0), to: HIGHEST_ID };

/** Which staged events to take: those in a range, except some. */
interface Wanted {
  range: IdRange;
  exceptEvents: readonly string[];
  exceptClients: readonly string[];
}

/** Events per transaction: small enough that the locks hold nobody up. */
export const BATCH = 500;

const DELIVERY_COLUMNS = columnsOf(WebhookDelivery, {
  except: ['status', 'attempt_count', 'attempts', 'created_at', 'delivered_at'],
});

/** Takes staged events that no other worker has taken, oldest first. */
export function takeEvents(sql: Sql, { range, exceptEvents, exceptClients }: Wanted): Promise<StagedEvent[]> {
  const isPart = range !== ALL_IDS;
  // Planned without its values, a range seems so small that a long backlog would be sorted for each batch.
  const within = isPart ? 'AND id >= $3 AND id < $4' : '';
  return sql.query<StagedEvent>(
    `SELECT id, client_id, type, created_at, now()::timestamptz(3) AS now,
       (now() + interval '${RETRY_HOURS} hours')::timestamptz(3) AS retry_until
     FROM webhook_events WHERE fanned_out_at IS NULL AND id <> ALL ($1::uuid[]) AND client_id <> ALL ($2::uuid[]) ${within}
     ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [exceptEvents, exceptClients, ...(isPart ? [range.from, range.to] : [])],
  );
}

/**
 * Turns events that the transaction has taken into deliveries for the endpoints subscribed to them, and makes those
 * endpoints due. Returns the clients of whom somebody has locked an endpoint: their events stay as they are.
 */
export async function assignEvents(sql: Sql, taken: readonly StagedEvent[]): Promise<ReadonlySet<string>> {
  if (taken.length === 0) return new Set();
  const subscribers = await lockSubscribers(sql, taken);
  const locked = new Set(subscribers.filter(({ free }) => !free).map(({ client_id }) => client_id));
  await write(
    sql,
    taken.filter(({ client_id }) => !locked.has(client_id)),
    subscribers,
  );
  return locked;
}

async function write(
  sql: Sql,
  events: readonly StagedEvent[],
  subscribers: readonly Subscriber[],
): Promise<void> {
  const deliveries = deliveriesOf(events, subscribers);
  const rows = new BulkWrite();
  rows.insert(WebhookDelivery, DELIVERY_COLUMNS, deliveries);
  rows.update(
    WebhookEventRow,
    'id',
    ['fanned_out_at'],
    events.map(({ id, now }) => ({ id, fanned_out_at: now })),
  );
  await rows.run(sql);
  // Not before the pause of a failing endpoint ends.
  await sql.query(
    `UPDATE webhook_endpoints SET due_at = LEAST(due_at, GREATEST(hold_until, now())) WHERE id = ANY($1::uuid[])`,
    [[...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))]],
  );
}

/**
 * Locks the enabled endpoints of these clients, and waits for none: whoever holds one for long, with `psql` say, would
 * hold up the events of everybody in the transaction.
 */
function lockSubscribers(sql: Sql, events: readonly StagedEvent[]): Promise<Subscriber[]> {
  return sql.query<Subscriber>(
    `WITH locked AS (
       SELECT id, client_id, events, created_at FROM webhook_endpoints
       WHERE client_id = ANY($1::uuid[]) AND enabled ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
     )
     SELECT id, client_id, events, created_at, true AS free FROM locked
     UNION ALL SELECT id, client_id, events, created_at, false FROM webhook_endpoints e
     WHERE client_id = ANY($1::uuid[]) AND enabled AND NOT EXISTS (SELECT FROM locked WHERE locked.id = e.id)`,
    [[...new Set(events.map(({ client_id }) => client_id))]],
  );
}

function deliveriesOf(events: readonly StagedEvent[], subscribers: readonly Subscriber[]) {
  return events.flatMap((event) =>
    subscribers
      .filter(
        ({ client_id, events: wanted, created_at }) =>
          client_id === event.client_id && wanted.includes(event.type) && created_at <= event.created_at,
      )
      .map((endpoint) => ({
        id: newId(),
        endpoint_id: endpoint.id,
        event_id: event.id,
        next_attempt_at: event.now,
        retry_until: event.retry_until,
      })),
  );
}
