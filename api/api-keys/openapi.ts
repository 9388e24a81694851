import { MAX_LIVE_API_KEYS } from '../../shared/commands/create-api-key.js';
import { MAX_REPLACED_SECRETS } from '../../shared/commands/rotate-api-key.js';
import { KEY_SCOPES } from '../../shared/domain/key-scopes.js';
import { MODES } from '../../shared/domain/mode.js';
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
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { LIMITS_FIELD, LIMITS_SCHEMA } from '../spending/openapi.js';
import { NoFields } from '../validation/no-fields.js';
import { LONGEST_ADDRESS_RANGE, MAX_ADDRESS_RANGES } from './address-range.js';
import { CreateApiKeyBody, PatchApiKeyBody } from './requests.js';

const API_KEY: Properties<WireApiKey> = {
  api_key_id: id('apiKey'),
  prefix: text(20, { description: 'The first characters of the key, by which a person tells keys apart.' }),
  name: text(100),
  mode: oneOfWords(MODES, { description: 'Keys of test mode start with `vk_test_`.' }),
  scopes: arrayOf(oneOfWords(KEY_SCOPES), KEY_SCOPES.length, {
    description: 'What the key may be used for; anything else is a 403.',
    minItems: 1,
  }),
  allowed_addresses: arrayOf(text(LONGEST_ADDRESS_RANGE), MAX_ADDRESS_RANGES, {
    description:
      'From where the key may be used, as networks in CIDR notation; from elsewhere is a 403. Empty: from everywhere.',
  }),
  limits: LIMITS_SCHEMA,
  created_at: moment(),
  last_used_at: nullable(
    moment({
      description:
        'Up to half a minute late when the key is used on other API processes than the one that answers; null until it is used.',
    }),
  ),
  expires_at: nullable(moment({ description: 'Null for a key that stands until it is deleted.' })),
  replaced_until: nullable(
    moment({
      description:
        'Until when the secret that the key had before it was rotated works too. Null when there is none.',
    }),
  ),
};

const EXAMPLE: WireApiKey = {
  api_key_id: exampleId('apiKey'),
  prefix: 'vk_Kq3xT9',
  name: 'Payroll server',
  mode: 'live',
  scopes: ['submit', 'read'],
  allowed_addresses: ['203.0.113.0/24'],
  limits: { per_day: 500, per_month: null },
  created_at: '2026-09-01T08:00:00.123Z',
  last_used_at: null,
  expires_at: '2027-09-01T08:00:00.000Z',
  replaced_until: null,
};

const NARROWING = {
  scopes: {
    description:
      '`submit`: create and preflight verifications. `read`: verifications, reports and events. `wallet`: balance and ledger. `webhooks`: manage webhooks.',
    examples: [['submit', 'read']],
  },
  allowed_addresses: {
    description:
      'Networks in CIDR notation from which alone the key may be used. An empty list: from everywhere.',
    examples: [['203.0.113.0/24', '2001:db8::/32']],
  },
  limits: LIMITS_FIELD,
};

/** Describes the keys of a client's machines. */
export const apiKeyDescription: FeatureDescription = {
  tag: {
    name: 'API keys',
    description:
      'For machines of a client: used in place of a token, for what its scopes say and from where it is allowed. A key may not manage keys or users.',
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
          access: { act: 'manage_keys' },
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
          access: { act: 'manage_keys' },
          stepUp: true,
          body: {
            schema: bodySchema(CreateApiKeyBody, {
              name: { description: 'For people: what the key is used for.', examples: ['Payroll server'] },
              expires_at: {
                description:
                  'RFC 3339, or a date, which means its end in UTC. Absent or null: the key does not expire.',
              },
              scopes: {
                ...NARROWING.scopes,
                description: `${NARROWING.scopes.description} Absent: submit and read.`,
              },
              allowed_addresses: NARROWING.allowed_addresses,
              limits: LIMITS_FIELD,
            }),
            examples: {
              key: { name: 'Payroll server', expires_at: '2027-09-01T08:00:00Z', scopes: ['submit', 'read'] },
            },
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
        patch: {
          operationId: 'changeApiKey',
          summary: 'Change an API key',
          description: 'What is given is changed, and counts from the next request on, on every API process.',
          access: { act: 'manage_keys' },
          stepUp: true,
          body: {
            schema: bodySchema(PatchApiKeyBody, NARROWING),
            examples: { addresses: { allowed_addresses: ['203.0.113.0/24'] } },
          },
          responses: {
            200: {
              description: 'The key as it is now.',
              content: json(named('ApiKey'), { key: EXAMPLE }),
            },
          },
        },
        delete: {
          operationId: 'deleteApiKey',
          summary: 'Delete an API key',
          description: 'The key is dead from now on, on every API process. Deleting it again is fine.',
          access: { act: 'manage_keys' },
          stepUp: true,
          body: { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false },
          responses: { 204: { description: 'Deleted.' } },
        },
      },
    },
    '/api/v1/api-keys/:id/rotate': {
      parameters: { id: { description: 'The `api_key_id`.', schema: id('apiKey') } },
      operations: {
        post: {
          operationId: 'rotateApiKey',
          summary: 'Give an API key another secret',
          description: `Name, scopes and all else stay. The secret of before works for another 24 hours, so that systems can be changed one by one. More than ${MAX_REPLACED_SECRETS} rotations within 24 hours are a 409.`,
          access: { act: 'manage_keys' },
          stepUp: true,
          body: { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false },
          responses: {
            200: {
              description: 'Rotated. The only answer that ever holds the new secret.',
              content: json(named('NewApiKey'), {
                key: { ...EXAMPLE, replaced_until: '2026-09-02T08:00:00.123Z', api_key: '<API_KEY>' },
              }),
            },
          },
          errors: ['conflict'],
        },
      },
    },
  },
};
