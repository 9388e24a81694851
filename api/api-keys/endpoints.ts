import type { WireApiKeys } from '../../shared/wire/api-key.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { arrayOf, id, named, object } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/schemas.js';
import { MAX_LIVE_API_KEYS } from './create-api-key.js';
import { createKey } from './create-key.js';
import { deleteKey } from './delete-key.js';
import { listKeys } from './list-keys.js';
import { patchKey } from './patch-key.js';
import { CreateApiKeyBody, PatchApiKeyBody } from './requests.js';
import { MAX_REPLACED_SECRETS } from './rotate-api-key.js';
import { rotateKey } from './rotate-key.js';
import { API_KEY_SCHEMAS, EXAMPLE_KEY } from './schemas.js';

const KEY_ID = { id: { description: 'The `api_key_id`.', schema: id('apiKey') } };

const NARROWING = {
  scopes: {
    description:
      '`submit`: create and preflight verifications. `read`: verifications, reports and events. `wallet`: balance and ledger. `webhooks`: manage webhooks.',
    examples: [['submit', 'read']],
  },
  allowed_addresses: {
    description:
      'Networks in CIDR notation; the key works only from these. An empty list allows every address.',
    examples: [['203.0.113.0/24', '2001:db8::/32']],
  },
  limits: LIMITS_FIELD,
};

/** The keys of a client's machines: for its users, never for a key itself (contract 3). */
export const apiKeyFeature = feature({
  tag: {
    name: 'API keys',
    description:
      'For machines of a client: used in place of a token, for what its scopes say and from where it is allowed. A key may not manage keys or users.',
  },
  schemas: API_KEY_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/api-keys',
      operationId: 'listApiKeys',
      summary: 'List the API keys of the client',
      access: { act: 'manage_keys' },
      responses: {
        200: {
          description: 'All keys that are not deleted: live keys first, newest first, then expired ones.',
          content: json(object<WireApiKeys>({ data: arrayOf(named('ApiKey'), 100) }), {
            keys: { data: [EXAMPLE_KEY] },
          }),
        },
      },
      handle: listKeys,
    },
    {
      method: 'post',
      path: '/api/v1/api-keys',
      operationId: 'createApiKey',
      summary: 'Create an API key',
      description: `A client can have up to ${MAX_LIVE_API_KEYS} live keys; one more is a 409.`,
      access: { act: 'manage_keys' },
      stepUp: true,
      body: {
        schema: bodySchema(CreateApiKeyBody, {
          name: { description: 'For people: what the key is used for.', examples: ['Payroll server'] },
          expires_at: {
            description:
              'An RFC 3339 time, or a date, which means the end of that day in UTC. If absent or null, the key does not expire.',
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
          description: 'Created. This is the only response that ever contains the key.',
          content: json(named('NewApiKey'), { key: { ...EXAMPLE_KEY, api_key: '<API_KEY>' } }),
        },
      },
      errors: ['rate_limited', 'conflict'],
      handle: createKey,
    },
    {
      method: 'patch',
      path: '/api/v1/api-keys/:id',
      inPath: KEY_ID,
      operationId: 'changeApiKey',
      summary: 'Change an API key',
      description:
        'Changes only the members that are sent, effective from the next request on every API process.',
      access: { act: 'manage_keys' },
      stepUp: true,
      body: {
        schema: bodySchema(PatchApiKeyBody, NARROWING),
        examples: { addresses: { allowed_addresses: ['203.0.113.0/24'] } },
      },
      responses: {
        200: {
          description: 'The current state of the key.',
          content: json(named('ApiKey'), { key: EXAMPLE_KEY }),
        },
      },
      handle: patchKey,
    },
    {
      method: 'delete',
      path: '/api/v1/api-keys/:id',
      inPath: KEY_ID,
      operationId: 'deleteApiKey',
      summary: 'Delete an API key',
      description: 'The key is revoked immediately, on every API process. Deleting it again is not an error.',
      access: { act: 'manage_keys' },
      stepUp: true,
      body: EMPTY_BODY,
      responses: { 204: { description: 'Deleted.' } },
      handle: deleteKey,
    },
    {
      method: 'post',
      path: '/api/v1/api-keys/:id/rotate',
      inPath: KEY_ID,
      operationId: 'rotateApiKey',
      summary: 'Rotate the secret of an API key',
      description: `Name, scopes and everything else stay the same. The previous secret works for another 24 hours, so that you can update your systems one by one. More than ${MAX_REPLACED_SECRETS} rotations within 24 hours are a 409.`,
      access: { act: 'manage_keys' },
      stepUp: true,
      body: EMPTY_BODY,
      responses: {
        200: {
          description: 'Rotated. This is the only response that ever contains the new secret.',
          content: json(named('NewApiKey'), {
            key: { ...EXAMPLE_KEY, replaced_until: '2026-09-02T08:00:00.123Z', api_key: '<API_KEY>' },
          }),
        },
      },
      errors: ['conflict'],
      handle: rotateKey,
    },
  ],
});
