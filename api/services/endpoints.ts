import type { RequestHandler } from 'express';
import { CHECK_CODES, type CheckCode } from '../../shared/services/index.js';
import { saidVerification } from '../../shared/services/said-verification.js';
import type { WireServices } from '../../shared/wire/services.js';
import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { named, text } from '../openapi/schemas.js';
import { cachedCheckHealth, healthFor } from './check-health-cache.js';
import { getService } from './get-service.js';
import { presentServiceInFull, presentServices } from './present-services.js';
import { SERVICE_SCHEMAS } from './schemas.js';

const ALL_WELL = Object.fromEntries(CHECK_CODES.map((code) => [code, 'operational'])) as Record<
  CheckCode,
  'operational'
>;
const { data, ...LIST } = presentServices(ALL_WELL);
const EXAMPLE: WireServices = { ...LIST, data: data.slice(0, 2) };
const EXAMPLE_IN_FULL = presentServiceInFull(saidVerification, ALL_WELL, {
  p50_ms: 900,
  p95_ms: 3_200,
  since: '2026-09-01T00:00:00.000Z',
});

/** The services, their charges and the health of their upstream routes: for everyone who is signed in. */
export const serviceFeature = featureWith(
  (deps) => ({ ...deps, checkHealth: cachedCheckHealth(deps.redis) }),
  {
    tag: { name: 'Services', description: 'The available services, their input and their prices.' },
    schemas: SERVICE_SCHEMAS,
    endpoints: [
      {
        method: 'get',
        path: '/api/v1/services',
        operationId: 'listServices',
        summary: 'List the services and their prices',
        description: 'For every scope. Show the charge to the person who approves it.',
        access: { act: 'read_services' },
        responses: {
          200: {
            description: 'All services of this release.',
            content: json(named('ServiceList'), { services: EXAMPLE }),
          },
        },
        handle: (deps) => listServices(deps.checkHealth),
      },
      {
        method: 'get',
        path: '/api/v1/services/:service_code',
        inPath: {
          service_code: { description: 'Its code.', schema: text(50, { examples: ['said_verification'] }) },
        },
        operationId: 'getService',
        summary: 'Read a service',
        description:
          'Its purpose, what it returns, an example of a complete report, and how long it takes. Available to every scope.',
        access: { act: 'read_services' },
        responses: {
          200: {
            description: 'The service.',
            content: json(named('ServiceInFull'), { said_verification: EXAMPLE_IN_FULL }),
          },
        },
        handle: (deps) => getService(deps, deps.checkHealth),
      },
    ],
  },
);

function listServices(checkHealth: ReturnType<typeof cachedCheckHealth>): RequestHandler {
  return async (_req, res) => {
    res.json(presentServices(await healthFor(res, checkHealth)));
  };
}
