import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { authenticate } from '../middleware/authenticate.js';
import { presentServices } from './present-services.js';
import { cachedRouteHealth } from './route-health-cache.js';

/** What can be asked for, what it costs and how its upstream routes are: for everybody who is signed in. */
export function serviceRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/services', {
    get: [authenticate(deps, { apiKeys: true }), noQuery, listServices(deps)],
  });
}

function listServices({ redis }: Pick<ApiDeps, 'redis'>): RequestHandler {
  const routeHealth = cachedRouteHealth(redis);
  return async (_req, res) => {
    res.json(presentServices(await routeHealth()));
  };
}
