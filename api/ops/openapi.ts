import type { Readiness } from '../../shared/ops/readiness.js';
import { type FeatureDescription, json } from '../openapi/describe.js';
import { constant, object, oneOfWords } from '../openapi/schemas.js';

const READY: Readiness = {
  status: 'ok',
  checks: { database: 'ok', migrations: 'ok', redis: 'ok' },
};

const READINESS = object<Readiness>({
  status: oneOfWords(['ok', 'degraded'], {
    description: '`degraded` when only Redis is away: everything still works, only later.',
  }),
  checks: object<Readiness['checks']>({
    database: oneOfWords(['ok', 'unreachable']),
    migrations: oneOfWords(['ok', 'pending', 'unknown']),
    redis: oneOfWords(['ok', 'unreachable']),
  }),
});

/** Describes the health of a process. */
export const opsDescription: FeatureDescription = {
  tag: { name: 'Health', description: 'Whether a process lives and can serve; for load balancers.' },
  schemas: {},
  paths: {
    '/healthz': {
      operations: {
        get: {
          operationId: 'getHealth',
          summary: 'Say that the process lives',
          access: 'open',
          withoutDatabase: true,
          responses: {
            200: {
              description: 'The process lives.',
              content: json(object<{ status: 'ok' }>({ status: constant('ok') }), {
                alive: { status: 'ok' },
              }),
            },
          },
        },
      },
    },
    '/readyz': {
      operations: {
        get: {
          operationId: 'getReadiness',
          summary: 'Say whether the process can serve',
          access: 'open',
          responses: {
            200: { description: 'It can.', content: json(READINESS, { ready: READY }) },
          },
        },
      },
    },
  },
};
