import { MAX_LIVE_API_KEYS } from '../../shared/commands/create-api-key.js';
import type { WireApiKey, WireApiKeys, WireNewApiKey } from '../../shared/wire/api-key.js';
import { type FeatureDescription, json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import {
  arrayOf,
  exampleId,
  id,
  moment,
  named,
  nullable,
  object,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { NoFields } from '../validation/no-fields.js';
import { CreateApiKeyBody } from './requests.js';

const API_KEY: Properties<WireApiKey> = {
  api_key_id: id('apiKey'),
  prefix: text(20, { description: 'The first characters of the key, by which a person tells keys apart.' }),
  name: text(100),
  created_at: moment(),
  last_used_at: nullable(
    moment({
      description:
        'Up to half a minute late when the key is used on other API processes than the one that answers; null until it is used.',
    }),
  ),
  expires_at: nullable(moment({ description: 'Null for a key that stands until it is deleted.' })),
};

const EXAMPLE: WireApiKey = {
  api_key_id: exampleId('apiKey'),
  prefix: 'vk_Kq3xT9',
  name: 'Payroll server',
  created_at: '2026-09-01T08:00:00.123Z',
  last_used_at: null,
  expires_at: '2027-09-01T08:00:00.000Z',
};

/** Describes the keys of a client's machines. */
export const apiKeyDescription: FeatureDescription = {
  tag: {
    name: 'API keys',
    description:
      'For machines of a client: used in place of a token, with the scope client. A key may not manage keys.',
  },
  schemas: {
    ApiKey: object<WireApiKey>(API_KEY),
    NewApiKey: object<WireNewApiKey>({
      ...API_KEY,
      api_key: text(100, { description: 'Shown this once; store it as a secret.' }),
    }),
  },
  paths: {
    '/api/v1/api-keys': {
      operations: {
        get: {
          operationId: 'listApiKeys',
          summary: 'List the API keys of the client',
          access: { scope: 'client' },
          responses: {
            200: {
              description:
                'The keys that are not deleted: first those that are live, newest first, then those that have expired.',
              content: json(object<WireApiKeys>({ data: arrayOf(named('ApiKey'), 100) }), {
                keys: { data: [EXAMPLE] },
              }),
            },
          },
        },
        post: {
          operationId: 'createApiKey',
          summary: 'Make an API key',
          description: `At most ${MAX_LIVE_API_KEYS} live keys a client; one more is a 409.`,
          access: { scope: 'client' },
          body: {
            schema: bodySchema(CreateApiKeyBody, {
              name: { description: 'For people: what the key is used for.', examples: ['Payroll server'] },
              expires_at: {
                description:
                  'RFC 3339, or a date, which means its end in UTC. Absent or null: the key does not expire.',
              },
            }),
            examples: { key: { name: 'Payroll server', expires_at: '2027-09-01T08:00:00Z' } },
          },
          responses: {
            201: {
              description: 'Made. The only answer that ever holds the key.',
              content: json(named('NewApiKey'), { key: { ...EXAMPLE, api_key: '<API_KEY>' } }),
            },
          },
          errors: ['conflict'],
        },
      },
    },
    '/api/v1/api-keys/:id': {
      parameters: { id: { description: 'The `api_key_id`.', schema: id('apiKey') } },
      operations: {
        delete: {
          operationId: 'deleteApiKey',
          summary: 'Delete an API key',
          description: 'The key is dead from now on, on every API process. Deleting it again is fine.',
          access: { scope: 'client' },
          body: { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false },
          responses: { 204: { description: 'Deleted.' } },
        },
      },
    },
  },
};
