import { toPublicId } from '../../shared/domain/ids.js';
import type { WireDelivery } from '../../shared/wire/webhook.js';
import type { CsvForm } from '../http/csv.js';
import type { DeliveryRow } from './delivery-row.js';

/** A delivery with the log of its attempts, as its client sees it. */
export function presentDelivery(row: DeliveryRow): WireDelivery {
  return {
    delivery_id: toPublicId('delivery', row.id),
    event_id: toPublicId('webhookEvent', row.event_id),
    type: row.type,
    status: row.status,
    attempts: row.attempts.map(({ at, status, duration_ms, error }) => ({ at, status, duration_ms, error })),
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}

/** The log as a file, with the latest attempt of each delivery. */
export const DELIVERIES_CSV: CsvForm<WireDelivery> = {
  name: 'webhook-deliveries',
  columns: {
    delivery_id: ({ delivery_id }) => delivery_id,
    event_id: ({ event_id }) => event_id,
    type: ({ type }) => type,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts.length,
    last_status: ({ attempts }) => attempts.at(-1)?.status ?? null,
    last_error: ({ attempts }) => attempts.at(-1)?.error ?? null,
    created_at: ({ created_at }) => created_at,
    delivered_at: ({ delivered_at }) => delivered_at,
  },
};
