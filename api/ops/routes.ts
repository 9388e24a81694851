import type { RequestHandler, Router } from 'express';
import { checkReadiness } from '../../shared/ops/readiness.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, unavailableNow } from '../errors/catalogue.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';

/** Whether the process lives, and whether it can serve (contract 8). Open to everybody, so they tell no more than that. */
export function opsRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/healthz', { get: [noQuery, health] });
  resource(router, '/readyz', { get: [noQuery, readinessOf(deps)] });
}

const health: RequestHandler = (_req, res) => {
  res.json({ status: 'ok' });
};

function readinessOf(deps: ApiDeps): RequestHandler {
  return async (_req, res) => {
    const readiness = await checkReadiness({ ...deps, db: deps.db.unscoped });
    if (readiness.status === 'service_unavailable') throw notReady(readiness.checks);
    res.json(readiness);
  };
}

function notReady(checks: object): ApiError {
  return unavailableNow('This process cannot serve now, or is about to stop: see checks.', {
    body: { checks },
  });
}
