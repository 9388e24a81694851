import { EVENTS_KEPT_DAYS, WEBHOOK_EVENTS, type WebhookEvent } from '../../shared/domain/webhook-event.js';
import type { WireEvent, WireEventPage } from '../../shared/wire/event.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { CURSOR, PAGE_PARAMETERS } from '../openapi/lists.js';
import { TEST_MODE } from '../openapi/say-test-mode.js';
import {
  arrayOf,
  boolean,
  constant,
  exampleId,
  id,
  moment,
  named,
  object,
  oneOfNamed,
  optional,
  schemaName,
} from '../openapi/schemas.js';
import { WEBHOOK_EVENT_DESCRIPTIONS } from '../webhooks/event-descriptions.js';
import { listEvents } from './list-events.js';

function eventOf(type: WebhookEvent): JsonSchema {
  return object<WireEvent>({
    event_id: id('webhookEvent', {
      description:
        'The header `webhook-id` of every delivery of the event. Use it to recognise repeated deliveries.',
    }),
    type: constant(type),
    timestamp: moment({ description: 'When it happened.' }),
    mode: optional(TEST_MODE),
    data: WEBHOOK_EVENT_DESCRIPTIONS[type].data,
    cursor: { ...CURSOR, description: 'Send it as `after` to read what follows this event.' },
  });
}

/** The name of the schema of an event, for example `VerificationCompletedEvent`. */
function nameOf(type: WebhookEvent): string {
  return `${schemaName(type.replace('.', '_'))}Event`;
}

const EXAMPLE: WireEvent = {
  event_id: exampleId('webhookEvent'),
  type: 'verification.completed',
  timestamp: '2026-09-01T08:00:01.456Z',
  data: WEBHOOK_EVENT_DESCRIPTIONS['verification.completed'].example,
  cursor: 'mGh1f0VQh8oJ0X5m3nT0bTQy',
};

/** The events a client is notified of, for reading them again: for its users and its machines. */
export const eventFeature = feature({
  tag: {
    name: 'Events',
    description:
      'Everything that a client can be notified of, in order. Use it instead of webhooks, or to catch up after an outage of a receiver.',
  },
  schemas: {
    ...Object.fromEntries(WEBHOOK_EVENTS.map((type) => [nameOf(type), eventOf(type)])),
    Event: oneOfNamed('type', Object.fromEntries(WEBHOOK_EVENTS.map((type) => [type, nameOf(type)]))),
    EventPage: object<WireEventPage>({
      data: arrayOf(named('Event'), 100),
      next_cursor: {
        ...CURSOR,
        description: 'Send it as `after` next time. Always present, even on an empty page.',
      },
      has_more: boolean({ description: 'Whether more events are available now.' }),
    }),
  },
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/events',
      operationId: 'listEvents',
      summary: 'Read the event feed',
      description: `Oldest first, without gaps: an event never appears before an earlier one. Test events are not included. Events are kept for ${EVENTS_KEPT_DAYS} days; a cursor whose next event is older is refused with the code \`cursor_expired\`, and a cursor from before the database was restored to an earlier state with \`history_changed\`.`,
      access: { act: 'read_events' },
      query: {
        limit: PAGE_PARAMETERS.limit,
        after: {
          description:
            'Return the events after this position: a `next_cursor`, or the `cursor` of an event. Omit it to start from the oldest event.',
          schema: CURSOR,
        },
      },
      responses: {
        200: {
          description: 'A page of the feed, which may be empty.',
          content: json(named('EventPage'), {
            page: { data: [EXAMPLE], next_cursor: EXAMPLE.cursor, has_more: false },
            nothing_new: { data: [], next_cursor: EXAMPLE.cursor, has_more: false },
          }),
        },
      },
      handle: listEvents,
    },
  ],
});
