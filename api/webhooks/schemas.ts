import {
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from '../../shared/domain/webhook-event.js';
import type { WireDelivery, WireFailing, WireNewWebhook, WireWebhook } from '../../shared/wire/webhook.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { page } from '../openapi/lists.js';
import {
  arrayOf,
  boolean,
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  optional,
  type Properties,
  text,
} from '../openapi/schemas.js';

const WEBHOOK: Properties<WireWebhook> = {
  webhook_id: id('webhook'),
  url: text(2048),
  events: arrayOf(oneOfWords(WEBHOOK_EVENTS), WEBHOOK_EVENTS.length),
  enabled: boolean({ description: 'False after days of failures, until a test event arrives.' }),
  created_at: moment(),
  failing: optional(
    object<WireFailing>(
      {
        since: moment({ description: 'The first failure.' }),
        failures: integer(0, 2_147_483_647, {
          description: 'Number of failed attempts since then; events that are sent together count once.',
        }),
      },
      { description: 'Only while its events do not arrive: from the first failure to the next success.' },
    ),
  ),
};

const ATTEMPT = object<WireDelivery['attempts'][number]>({
  at: moment(),
  status: nullable(integer(100, 999, { description: 'The HTTP status; null if there was no response.' })),
  duration_ms: integer(0, 2_147_483_647),
  error: nullable(oneOfWords(ATTEMPT_ERRORS)),
});

/** The named schemas of webhooks. */
export const WEBHOOK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Webhook: object<WireWebhook>(WEBHOOK),
  NewWebhook: object<WireNewWebhook>({
    ...WEBHOOK,
    secret: text(100, {
      pattern: '^whsec_[A-Za-z0-9+/=]+$',
      description: 'Signs the deliveries, according to Standard Webhooks. Shown only once.',
    }),
  }),
  Delivery: object<WireDelivery>({
    delivery_id: id('delivery'),
    event_id: id('webhookEvent', { description: 'The header `webhook-id` of every attempt.' }),
    type: oneOfWords([...WEBHOOK_EVENTS, TEST_EVENT]),
    status: oneOfWords(DELIVERY_STATUSES),
    attempts: arrayOf(ATTEMPT, 100, { description: 'The latest ones, oldest first.' }),
    created_at: moment(),
    delivered_at: nullable(moment()),
  }),
  DeliveryPage: page<WireDelivery>(named('Delivery')),
};

export const EXAMPLE_WEBHOOK: WireWebhook = {
  webhook_id: exampleId('webhook'),
  url: 'https://client.example.test/hooks',
  events: ['verification.completed', 'verification.manual_review'],
  enabled: true,
  created_at: '2026-09-01T08:00:00.123Z',
};

export const EXAMPLE_DELIVERY: WireDelivery = {
  delivery_id: exampleId('delivery'),
  event_id: exampleId('webhookEvent'),
  type: 'verification.completed',
  status: 'delivered',
  attempts: [{ at: '2026-09-01T08:00:02.000Z', status: 204, duration_ms: 35, error: null }],
  created_at: '2026-09-01T08:00:01.456Z',
  delivered_at: '2026-09-01T08:00:02.035Z',
};
