import type { Database, Sql } from '../../shared/db/database.js';
import type { WebhookEndpoint } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { RETRY_HOURS, TEST_EVENT } from '../../shared/domain/webhook-event.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { WebhookKey } from '../../shared/webhooks/delete-webhook.js';
import { type DeliveryRow, loadDelivery } from './delivery-row.js';

/**
 * A person is waiting for this, so it goes ahead of any backlog: nothing else pending has been due for longer than a
 * day.
 */
const AT_ONCE = `now() - interval '1 day'`;

/** A test of an endpoint; the ids are created before the transaction, so that a rerun finds its own effect. */
export interface WebhookTest extends WebhookKey {
  eventId: string;
  deliveryId: string;
}

/**
 * Stages a test event for one endpoint of a client, even if disabled, and records it in the audit log. It is attempted
 * once. Undefined if there is no such endpoint.
 */
export async function requestTest(sql: Sql, test: WebhookTest, by: Actor): Promise<DeliveryRow | undefined> {
  const endpoint = await makeDue(sql, test);
  if (endpoint === undefined) return undefined;
  const earlier = await loadDelivery(sql, test.id, test.deliveryId);
  if (earlier !== undefined) return earlier;
  await sql.query(
    `INSERT INTO webhook_events (id, client_id, type, data, fanned_out_at)
     VALUES ($1, $2, '${TEST_EVENT}', $3::jsonb, now())`,
    [test.eventId, test.clientId, JSON.stringify({ webhook_id: toPublicId('webhook', test.id) })],
  );
  await sql.query(
    `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at, retry_until)
     VALUES ($1, $2, $3, ${AT_ONCE}, now())`,
    [test.deliveryId, test.id, test.eventId],
  );
  await appendAudit(sql, { ...by, action: 'webhook.tested', target: toPublicId('webhook', test.id) });
  return loadDelivery(sql, test.id, test.deliveryId);
}

/**
 * Resends an event to one endpoint of a client, or sends it now if it was due later anyway, and records it in the audit
 * log. The receiver sees the same `webhook-id`.
 */
export async function requestRedelivery(
  db: Database,
  { deliveryId, ...webhook }: WebhookKey & { deliveryId: string },
  by: Actor,
): Promise<DeliveryRow | 'unknown' | 'disabled'> {
  /** Until when an earlier run of the transaction has it retried, if that got as far as its commit. */
  let retriedUntil: string | undefined;
  return db.transaction(async (sql) => {
    const endpoint = await makeDue(sql, webhook);
    if (endpoint === undefined) return 'unknown';
    const delivery = await loadDelivery(sql, webhook.id, deliveryId);
    if (delivery === undefined) return 'unknown';
    // That commit stands, only its answer was lost, and a worker may have sent it since.
    if (retriedUntil !== undefined && (await isRetriedUntil(sql, deliveryId, retriedUntil))) return delivery;
    if (!endpoint.enabled) return 'disabled';
    retriedUntil = await restart(sql, deliveryId);
    await appendAudit(sql, {
      ...by,
      action: 'webhook.redelivery_requested',
      target: toPublicId('webhook', webhook.id),
      details: { delivery_id: toPublicId('delivery', deliveryId) },
    });
    return { ...delivery, status: 'pending', delivered_at: null };
  });
}

/** Makes a delivery due as if it had not been attempted; returns until when it is retried. */
async function restart(sql: Sql, deliveryId: string): Promise<string | undefined> {
  const [restarted] = await sql.query<{ until: string }>(
    `UPDATE webhook_deliveries SET status = 'pending', attempt_count = 0, delivered_at = NULL,
       next_attempt_at = ${AT_ONCE}, retry_until = now() + interval '${RETRY_HOURS} hours'
     WHERE id = $1 RETURNING retry_until::text AS until`,
    [deliveryId],
  );
  return restarted?.until;
}

/** Attempts leave that moment alone; another request in the same millisecond would have done the same. */
async function isRetriedUntil(sql: Sql, deliveryId: string, until: string): Promise<boolean> {
  const found = await sql.query(
    'SELECT FROM webhook_deliveries WHERE id = $1 AND retry_until = $2::timestamptz',
    [deliveryId, until],
  );
  return found.length > 0;
}

/** Locks an endpoint and makes it due at once, whatever its pause. */
async function makeDue(sql: Sql, { id, clientId }: WebhookKey): Promise<{ enabled: boolean } | undefined> {
  const [endpoint] = await sql.query<RowOf<WebhookEndpoint, 'enabled'>>(
    `UPDATE webhook_endpoints SET due_at = now(),
       hold_until = CASE WHEN hold_until > now() THEN now() ELSE hold_until END
     WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL RETURNING enabled`,
    [id, clientId],
  );
  return endpoint;
}
