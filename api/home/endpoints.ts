import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { integer, named, text } from '../openapi/schemas.js';
import { EXAMPLE_HOME } from './example.js';
import { DEFAULT_DAYS, getHome, MAX_DAYS } from './get-home.js';
import { HOME_SCHEMAS } from './schemas.js';

/** The page everyone sees first after signing in. */
export const homeFeature = feature({
  tag: { name: 'Home', description: 'Open work, recent results, and the figures of the last days.' },
  schemas: HOME_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/home',
      operationId: 'getHome',
      summary: 'Read the overview of open work, recent results and figures',
      description:
        'For a client its own, with `wallet` and `finished`; for staff those of all clients, with `clients`. Days are in UTC. Figures are some seconds behind the ledger.',
      access: { act: 'read_figures' },
      query: {
        days: {
          description: `Number of days, including today; ${DEFAULT_DAYS} by default.`,
          schema: integer(1, MAX_DAYS),
        },
        since: {
          description: 'For a client: `finished` has only what got its result after this moment.',
          schema: text(40, { examples: ['2026-09-01T08:00:00Z'] }),
        },
      },
      responses: {
        200: { description: 'Current figures.', content: json(named('Home'), { client: EXAMPLE_HOME }) },
      },
      handle: getHome,
    },
  ],
});
