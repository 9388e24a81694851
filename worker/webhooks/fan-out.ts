import { setTimeout as sleep } from 'node:timers/promises';
import { BulkWrite } from '../../shared/db/bulk-write.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { WebhookDelivery, WebhookEventRow } from '../../shared/db/entities/index.js';
import { columnsOf } from '../../shared/db/table-of.js';
import { newId } from '../../shared/domain/ids.js';
import { RETRY_HOURS, type WebhookEvent } from '../../shared/domain/webhook-event.js';
import { HeldUpClients } from '../held-up-clients.js';
import { PassErrors } from '../pass-errors.js';

interface StagedEvent {
  id: string;
  client_id: string;
  type: WebhookEvent;
  event_no: number;
  now: Date;
  retry_until: Date;
}

interface Subscriber {
  id: string;
  client_id: string;
  events: WebhookEvent[];
  after_event_no: number;
  /** Locked by this transaction, and not by another. */
  free: boolean;
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

/** Whose events to take: those of some clients, or of all, but for some. */
interface Whose {
  only?: readonly string[];
  except: readonly string[];
}

/** How long to wait, in milliseconds, before looking again at endpoints that were locked: most are for a moment. */
const LOCKED_PAUSES_MS = [20, 50, 100];

/**
 * Turns staged events into deliveries for the endpoints subscribed to them and makes those endpoints due. Returns the
 * number of events. Several workers may do it at once: each takes different events. A client whose events fail holds up
 * no other, and is left out for a while; rejects afterwards. The events of a client of whom somebody has locked an
 * endpoint wait for a later pass.
 */
export async function fanOutEvents(
  db: Database,
  { heldUp = new HeldUpClients(), stopping = () => false }: Options = {},
): Promise<number> {
  const errors = new PassErrors();
  const pass = new FanOutPass(db, stopping);
  if (!(await errors.attempt(() => pass.run({ except: heldUp.list() })))) {
    for (const client of await findClients(db, heldUp.list())) {
      if (!(await errors.attempt(() => pass.run({ only: [client], except: [] })))) heldUp.add(client);
    }
  }
  errors.throwAll();
  return pass.total;
}

class FanOutPass {
  /** Events so far. */
  total = 0;

  constructor(
    private readonly db: Database,
    private readonly stopping: () => boolean,
  ) {}

  /** Does all of these, and looks again, a few times, at those of clients of whom an endpoint was locked. */
  async run(whose: Whose): Promise<void> {
    let locked = await this.#runUnlocked(whose);
    for (const pauseMs of LOCKED_PAUSES_MS) {
      if (locked.length === 0 || this.stopping()) return;
      await sleep(pauseMs);
      locked = await this.#runUnlocked({ only: locked, except: [] });
    }
  }

  /** Returns the clients that it left out, because somebody has locked an endpoint of theirs. */
  async #runUnlocked(whose: Whose): Promise<string[]> {
    const locked: string[] = [];
    for (let taken = BATCH; taken === BATCH && !this.stopping(); ) {
      const except = [...whose.except, ...locked];
      const batch = await this.db.transaction((sql) => fanOutBatch(sql, { ...whose, except }));
      taken = batch.taken;
      this.total += batch.assigned;
      locked.push(...batch.locked);
    }
    return locked;
  }
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

interface Batch {
  /** Events that were looked at. */
  taken: number;
  /** Events that are deliveries now. */
  assigned: number;
  /** Clients whose events stay as they are, because somebody has locked an endpoint of theirs. */
  locked: string[];
}

async function fanOutBatch(sql: Sql, { only, except }: Whose): Promise<Batch> {
  const taken = await sql.query<StagedEvent>(
    `SELECT id, client_id, type, event_no, now()::timestamptz(3) AS now,
       (now() + interval '${RETRY_HOURS} hours')::timestamptz(3) AS retry_until
     FROM webhook_events WHERE fanned_out_at IS NULL
       AND ($1::uuid[] IS NULL OR client_id = ANY ($1::uuid[])) AND client_id <> ALL ($2::uuid[])
     ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [only ?? null, except],
  );
  if (taken.length === 0) return { taken: 0, assigned: 0, locked: [] };
  const subscribers = await lockSubscribers(sql, taken);
  const locked = new Set(subscribers.filter(({ free }) => !free).map(({ client_id }) => client_id));
  const events = taken.filter(({ client_id }) => !locked.has(client_id));
  await writeDeliveries(sql, events, deliveriesOf(events, subscribers));
  return { taken: taken.length, assigned: events.length, locked: [...locked] };
}

async function writeDeliveries(
  sql: Sql,
  events: readonly StagedEvent[],
  deliveries: ReturnType<typeof deliveriesOf>,
): Promise<void> {
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
}

/** Locks the enabled endpoints of these clients, and waits for none: the events of all would wait for one of them. */
function lockSubscribers(sql: Sql, events: readonly StagedEvent[]): Promise<Subscriber[]> {
  return sql.query<Subscriber>(
    `WITH locked AS (
       SELECT id, client_id, events, after_event_no FROM webhook_endpoints
       WHERE client_id = ANY($1::uuid[]) AND enabled ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
     )
     SELECT id, client_id, events, after_event_no, true AS free FROM locked
     UNION ALL SELECT id, client_id, events, after_event_no, false FROM webhook_endpoints e
     WHERE client_id = ANY($1::uuid[]) AND enabled AND NOT EXISTS (SELECT FROM locked WHERE locked.id = e.id)`,
    [[...new Set(events.map(({ client_id }) => client_id))]],
  );
}

function deliveriesOf(events: readonly StagedEvent[], subscribers: readonly Subscriber[]) {
  return events.flatMap((event) =>
    subscribers
      .filter(
        ({ client_id, events: wanted, after_event_no }) =>
          client_id === event.client_id && wanted.includes(event.type) && event.event_no > after_event_no,
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
