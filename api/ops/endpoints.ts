import type { RequestHandler } from 'express';
import { DURABILITIES } from '../../shared/durability/demand.js';
import { DURABILITY_STATES } from '../../shared/durability/durability-keeper.js';
import { HISTORY_STATES } from '../../shared/history/history-keeper.js';
import { checkReadiness, describeUnready, type Readiness } from '../../shared/ops/readiness.js';
import type { ApiDeps } from '../deps.js';
import { unavailableNow } from '../errors/unavailable.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { constant, object, oneOfWords } from '../openapi/schemas.js';

const READY: Readiness = {
  status: 'ok',
  durability: 'standby',
  checks: { database: 'ok', migrations: 'ok', redis: 'ok', history: 'adopted', durability: 'ok' },
};

const READINESS = object<Readiness>({
  status: oneOfWords(['ok', 'degraded'], {
    description:
      '`degraded` if only Redis is down, does not accept writes or was overwritten, while a history of the database is being adopted, or while commits wait for a synchronous standby: everything still works, only with a delay.',
  }),
  durability: oneOfWords(DURABILITIES, {
    description:
      'What a commit must reach before it is acknowledged: the disk of one server, or a synchronous standby as well, so that a failover loses nothing.',
  }),
  checks: object<Readiness['checks']>({
    database: oneOfWords(['ok', 'read_only', 'unreachable']),
    migrations: oneOfWords(['ok', 'pending', 'unknown']),
    redis: oneOfWords(['ok', 'read_only', 'unusable_keys', 'unreachable'], {
      description:
        '`unusable_keys`: something else was written over a key of the service, so that accepted requests may wait.',
    }),
    history: oneOfWords(HISTORY_STATES, {
      description:
        'Whether the database is the one that was adopted. `unread`: not checked yet, or it could not be determined; `unknown`: it was restored to an earlier state and is about to be adopted, and no provider is called until then; `older_timeline`, `foreign_system`: it is a different database, and a person has to decide.',
    }),
    durability: oneOfWords(DURABILITY_STATES, {
      description:
        'Whether the database keeps what `durability` promises. `unread`: not checked yet, or it could not be determined; `waiting`: it does, and whatever has to be stored waits, because no synchronous standby confirms it; `not_held`: it may lose commits, so nothing is accepted and no provider is called.',
    }),
  }),
});

/** Liveness and readiness of the process (contract 8). Open to everyone, so they disclose nothing else. */
export const opsFeature = feature({
  tag: { name: 'Health', description: 'Liveness and readiness of a process, for load balancers.' },
  schemas: {},
  endpoints: [
    {
      method: 'get',
      path: '/healthz',
      operationId: 'getHealth',
      summary: 'Report that the process is alive',
      access: 'open',
      withoutDatabase: true,
      responses: {
        200: {
          description: 'The process is alive.',
          content: json(object<{ status: 'ok' }>({ status: constant('ok') }), {
            alive: { status: 'ok' },
          }),
        },
      },
      handle: () => health,
    },
    {
      method: 'get',
      path: '/readyz',
      operationId: 'getReadiness',
      summary: 'Report whether the process can serve',
      access: 'open',
      responses: {
        200: { description: 'It can.', content: json(READINESS, { ready: READY }) },
      },
      handle: readinessOf,
    },
  ],
});

const health: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

function readinessOf(deps: ApiDeps): RequestHandler {
  return async (_req, res) => {
    const readiness = await checkReadiness({ ...deps, db: deps.db.unscoped });
    const { status, ...why } = readiness;
    if (status === 'service_unavailable') {
      throw unavailableNow(describeUnready(readiness), { body: { ...why } });
    }
    res.json(readiness);
  };
}
