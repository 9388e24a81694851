import type { WireLimit, WireLimitOf, WireLimits } from '../../shared/wire/limits.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { arrayOf, exampleId, named, nullable, object, text } from '../openapi/schemas.js';
import { listLimits } from './list-limits.js';
import { LIMIT, LIMIT_EXAMPLE } from './schemas.js';

/** How much of a client's spending limits is used, and of those of its users and keys (contract 11). */
export const spendingFeature = feature({
  tag: {
    name: 'Limits',
    description: 'How much a client, and each of its users and keys, can spend per day and month.',
  },
  schemas: {
    Limit: object<WireLimit>(LIMIT),
    LimitOf: object<WireLimitOf>({
      id: text(40, { description: 'Id of the client, user or API key.' }),
      name: text(254, { description: 'The name of the client or key, or the e-mail address of the user.' }),
      person: nullable(
        text(200, { description: 'The name of the user, if known; null for a client or a key.' }),
      ),
      ...LIMIT,
    }),
  },
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/limits',
      operationId: 'listLimits',
      summary: 'List the spending limits and their usage',
      access: { act: 'read_wallet' },
      responses: {
        200: {
          description: 'The configured limits, the client’s first.',
          content: json(object<WireLimits>({ data: arrayOf(named('LimitOf'), 10_000) }), {
            limits: {
              data: [{ id: exampleId('client'), name: 'Synthetic Traders', person: null, ...LIMIT_EXAMPLE }],
            },
          }),
        },
      },
      handle: listLimits,
    },
  ],
});
