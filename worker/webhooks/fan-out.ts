import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { WebhookDelivery, WebhookEventRow } from '../../shared/db/entities/index.js';
import { columnsOf } from '../../shared/db/table-of.js';
import { newId } from '../../shared/domain/ids.js';
import { RETRY_HOURS, type WebhookEvent } from '../../shared/domain/webhook-event.js';
import { PassErrors } from '../pass-errors.js';
import { HeldUpClients } from './held-up-clients.js';

interface StagedEvent {
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
}

/** Events per transaction: small enough that the locks hold nobody up. */
const BATCH = 500;

const DELIVERY_COLUMNS = columnsOf(WebhookDelivery, {
  except: ['status', 'attempt_count', 'attempts', 'created_at', 'delivered_at'],
});

interface Options {
  /** The same in every pass of a process. */
  heldUp?: HeldUpClients;
  stopping?: () => boolean;
}

/** Whose events to take: those of one client, or of all but some. */
type Whose = { only: string } | { except: readonly string[] };

/**
 * Turns staged events into deliveries for the endpoints subscribed to them and makes those endpoints due. Returns the
 * number of events. Several workers may do it at once: each takes different events. A client whose events fail, or whose
 * endpoint somebody has locked, holds up no other; rejects afterwards.
 */
export async function fanOutEvents(
  db: Database,
  { heldUp = new HeldUpClients(), stopping = () => false }: Options = {},
): Promise<number> {
  const errors = new PassErrors();
  let total = 0;
  const fanOut = async (whose: Whose): Promise<void> => {
    for (let count = BATCH; count === BATCH && !stopping(); total += count) {
      count = await db.transaction((sql) => fanOutBatch(sql, whose));
    }
  };
  if (!(await errors.attempt(() => fanOut({ except: heldUp.list() })))) {
    for (const client of await findClients(db, heldUp.list())) {
      if (!(await errors.attempt(() => fanOut({ only: client })))) heldUp.add(client);
    }
  }
  errors.throwAll();
  return total;
}

/** The clients with staged events, but for some. */
async function findClients(sql: Sql, except: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ client_id: string }>(
    `SELECT DISTINCT client_id FROM webhook_events
     WHERE fanned_out_at IS NULL AND client_id <> ALL ($1::uuid[])`,
    [except],
  );
  return rows.map(({ client_id }) => client_id);
}

async function fanOutBatch(sql: Sql, whose: Whose): Promise<number> {
  const [condition, clients] =
    'only' in whose
      ? ['client_id = ANY ($1::uuid[])', [whose.only]]
      : ['client_id <> ALL ($1::uuid[])', whose.except];
  const events = await sql.query<StagedEvent>(
    `SELECT id, client_id, type, created_at, now()::timestamptz(3) AS now,
       (now() + interval '${RETRY_HOURS} hours')::timestamptz(3) AS retry_until
     FROM webhook_events WHERE fanned_out_at IS NULL AND ${condition}
     ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [clients],
  );
  if (events.length === 0) return 0;
  const deliveries = deliveriesOf(events, await lockSubscribers(sql, events));
  const write = new BulkWrite();
  write.insert(WebhookDelivery, DELIVERY_COLUMNS, deliveries);
  write.update(
    WebhookEventRow,
    'id',
    ['fanned_out_at'],
    events.map(({ id, now }) => ({ id, fanned_out_at: now })),
  );
  await write.run(sql);
  // Not before the pause of a failing endpoint ends.
  await sql.query(
    `UPDATE webhook_endpoints SET due_at = LEAST(due_at, GREATEST(hold_until, now())) WHERE id = ANY($1::uuid[])`,
    [[...new Set(deliveries.map(({ endpoint_id }) => endpoint_id))]],
  );
  return events.length;
}

function lockSubscribers(sql: Sql, events: readonly StagedEvent[]): Promise<Subscriber[]> {
  return sql.query<Subscriber>(
    `SELECT id, client_id, events, created_at FROM webhook_endpoints
     WHERE client_id = ANY($1::uuid[]) AND enabled ORDER BY id FOR NO KEY UPDATE`,
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
