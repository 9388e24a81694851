import type { Sql } from '../../shared/db/database.js';
import type { WebhookDelivery } from '../../shared/db/entities/webhook-delivery.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import type { WebhookPayloadType } from '../../shared/domain/webhook-event.js';

/** A delivery as its client sees it. */
export interface DeliveryRow
  extends RowOf<WebhookDelivery, 'id' | 'event_id' | 'status' | 'attempts' | 'created_at' | 'delivered_at'> {
  type: WebhookPayloadType;
}

const SELECT = `SELECT d.id, d.event_id, e.type, d.status, d.attempts, d.created_at, d.delivered_at
  FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id`;

/** Reads one delivery of an endpoint, or undefined if there is none. */
export async function loadDelivery(
  sql: Sql,
  endpointId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await sql.query<DeliveryRow>(`${SELECT} WHERE d.id = $1 AND d.endpoint_id = $2`, [
    deliveryId,
    endpointId,
  ]);
  return row;
}

/** Reads deliveries of an endpoint, newest first, below an id if given. */
export function loadDeliveries(
  sql: Sql,
  endpointId: string,
  { below, limit }: { below: string; limit: number },
): Promise<DeliveryRow[]> {
  return sql.query<DeliveryRow>(
    `${SELECT} WHERE d.endpoint_id = $1 AND d.id < $2 ORDER BY d.id DESC LIMIT $3`,
    [endpointId, below, limit],
  );
}
