import { newId } from '../../../../shared/domain/ids.js';
import { insert, type StandingRows, type Violations } from './statements.js';

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Invalid states of webhooks: each statement creates the rows it refers to. */
export function violationsOfWebhooks({ clientId, userId }: StandingRows): Violations {
  const endpointId = newId();
  const eventId = newId();
  const newEndpoint = (row: Row = {}) =>
    insert('webhook_endpoints', {
      id: endpointId,
      client_id: clientId,
      url: 'https://receiver.example.test/',
      events: '{verification.completed}',
      secret_sealed: 'x',
      created_by: userId,
      ...row,
    });
  const newEvent = (row: Row = {}) =>
    insert('webhook_events', {
      id: eventId,
      client_id: clientId,
      type: 'verification.completed',
      data: '{}',
      ...row,
    });
  const newDelivery = (row: Row = {}) =>
    insert('webhook_deliveries', {
      id: newId(),
      endpoint_id: endpointId,
      event_id: eventId,
      next_attempt_at: '(now())',
      retry_until: '(now())',
      ...row,
    });
  const parents = `${newEndpoint()}; ${newEvent()}`;
  const deleted = { deleted_at: '(now())', secret_sealed: null };

  return {
    webhook_events_feed_idx: [
      `${newEvent({ event_no: 1_000 })}; ${newEvent({ id: newId(), event_no: 1_000 })}`,
    ],
    webhook_endpoints_pkey: [`${newEndpoint()}; ${newEndpoint()}`],
    webhook_endpoints_some_events: [newEndpoint({ events: '{}' })],
    webhook_endpoints_secret_until_deleted: [
      newEndpoint({ secret_sealed: null }),
      newEndpoint({ deleted_at: '(now())', enabled: false }),
    ],
    webhook_endpoints_previous_secret_ends: [
      newEndpoint({ previous_secret_sealed: 'x' }),
      newEndpoint({ previous_secret_until: '(now())' }),
    ],
    webhook_endpoints_deleted_is_quiet: [
      newEndpoint(deleted),
      newEndpoint({ ...deleted, enabled: false, due_at: '(now())' }),
      newEndpoint({
        ...deleted,
        enabled: false,
        previous_secret_sealed: 'x',
        previous_secret_until: '(now())',
      }),
    ],

    webhook_events_pkey: [`${newEvent()}; ${newEvent()}`],

    webhook_deliveries_pkey: [
      `${parents}; ${newDelivery({ id: eventId })};
       ${newEvent({ id: clientId })}; ${newDelivery({ id: eventId, event_id: clientId })}`,
    ],
    webhook_deliveries_event_endpoint: [`${parents}; ${newDelivery()}; ${newDelivery()}`],
    webhook_deliveries_status: [`${parents}; ${newDelivery({ status: 'lost' })}`],
    webhook_deliveries_delivered_has_moment: [`${parents}; ${newDelivery({ status: 'delivered' })}`],
  };
}
