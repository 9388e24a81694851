import type { WireWebhooks } from '../../shared/wire/webhook.js';
import { feature } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { arrayOf, id, named, object } from '../openapi/schemas.js';
import { createWebhook } from './create-webhook.js';
import { deleteWebhook } from './delete-webhook.js';
import { WEBHOOK_EVENT_DESCRIPTIONS } from './event-descriptions.js';
import { listDeliveries } from './list-deliveries.js';
import { listWebhooks } from './list-webhooks.js';
import { DELIVERIES_CSV } from './present-delivery.js';
import { redeliver } from './redeliver.js';
import { MAX_PREVIOUS_SECRETS } from './replace-secret.js';
import { CreateWebhookBody } from './requests.js';
import { rotateSecret } from './rotate-secret.js';
import { EXAMPLE_DELIVERY, EXAMPLE_WEBHOOK, WEBHOOK_SCHEMAS } from './schemas.js';
import { MAX_WEBHOOKS } from './store-webhook.js';
import { testWebhook } from './test-webhook.js';

const access = { act: 'manage_webhooks' } as const;
const parameters = { id: { description: 'The `webhook_id`.', schema: id('webhook') } };

const SECRET = json(named('NewWebhook'), { webhook: { ...EXAMPLE_WEBHOOK, secret: 'whsec_PFNFQ1JFVD4=' } });
const ON_ITS_WAY: OperationDescription['responses'] = {
  202: {
    description: 'On its way; the list of deliveries shows its progress.',
    content: json(named('Delivery'), {
      delivery: { ...EXAMPLE_DELIVERY, status: 'pending', attempts: [], delivered_at: null },
    }),
  },
};

/** The endpoints a client's events are sent to: for its users, and for keys with this scope (contract 7 and 11). */
export const webhookFeature = feature({
  tag: {
    name: 'Webhooks',
    description:
      'Where the client’s events are sent, following the Standard Webhooks specification: verify the signature over the raw body, and answer with 2xx. Ids, states and credits only, no personal data. Tried again for 24 hours; turned off after 5 days of failure.',
  },
  schemas: WEBHOOK_SCHEMAS,
  events: WEBHOOK_EVENT_DESCRIPTIONS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/webhooks',
      operationId: 'listWebhooks',
      summary: 'List the webhooks of the client',
      access,
      responses: {
        200: {
          description: 'Newest first.',
          content: json(object<WireWebhooks>({ data: arrayOf(named('Webhook'), MAX_WEBHOOKS) }), {
            webhooks: { data: [EXAMPLE_WEBHOOK] },
          }),
        },
      },
      handle: listWebhooks,
    },
    {
      method: 'post',
      path: '/api/v1/webhooks',
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description: `A client can have up to ${MAX_WEBHOOKS} webhooks; one more is a 409.`,
      access,
      body: {
        schema: bodySchema(CreateWebhookBody, {
          url: {
            description:
              'In production only https, and never a private, loopback, link-local or reserved address.',
            examples: ['https://client.example.test/hooks'],
          },
        }),
        examples: {
          webhook: { url: 'https://client.example.test/hooks', events: ['verification.completed'] },
        },
      },
      responses: {
        201: {
          description: 'Created. This is the only response that ever contains the secret.',
          content: SECRET,
        },
      },
      errors: ['conflict'],
      handle: createWebhook,
    },
    {
      method: 'delete',
      path: '/api/v1/webhooks/:id',
      inPath: parameters,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Nothing more is sent to it, including pending deliveries.',
      access,
      body: EMPTY_BODY,
      responses: { 204: { description: 'Deleted.' } },
      handle: deleteWebhook,
    },
    {
      method: 'post',
      path: '/api/v1/webhooks/:id/rotate-secret',
      inPath: parameters,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the signing secret',
      description: `For 24 hours the previous secrets sign as well, the last ${MAX_PREVIOUS_SECRETS} of them, so that you can update the receiver. If the response is lost, rotate again.`,
      access,
      body: EMPTY_BODY,
      responses: {
        200: {
          description: 'Rotated. This is the only response that ever contains the new secret.',
          content: SECRET,
        },
      },
      handle: rotateSecret,
    },
    {
      method: 'post',
      path: '/api/v1/webhooks/:id/test',
      inPath: parameters,
      operationId: 'testWebhook',
      summary: 'Send a test event',
      description:
        'Also works for a webhook that was turned off: if the event arrives, the webhook is turned on again.',
      access,
      body: EMPTY_BODY,
      responses: ON_ITS_WAY,
      handle: testWebhook,
    },
    {
      method: 'get',
      path: '/api/v1/webhooks/:id/deliveries',
      inPath: parameters,
      operationId: 'listDeliveries',
      summary: 'List the deliveries of the last 30 days',
      access,
      query: PAGE_PARAMETERS,
      responses: {
        200: pageResponse(
          named('DeliveryPage'),
          { data: [EXAMPLE_DELIVERY], next_cursor: null },
          DELIVERIES_CSV,
        ),
      },
      handle: listDeliveries,
    },
    {
      method: 'post',
      path: '/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
      inPath: {
        ...parameters,
        deliveryId: { description: 'The `delivery_id`.', schema: id('delivery') },
      },
      operationId: 'redeliver',
      summary: 'Send an event again',
      description:
        'With the same id, so that the receiver can recognise it. For a webhook that is turned off it is a 409.',
      access,
      body: EMPTY_BODY,
      responses: ON_ITS_WAY,
      errors: ['conflict'],
      handle: redeliver,
    },
  ],
});
