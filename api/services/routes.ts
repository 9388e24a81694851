import type { RequestHandler, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { cachedCheckHealth, healthFor } from './check-health-cache.js';
import { getService } from './get-service.js';
import { presentServices } from './present-services.js';

/** What can be asked for, what it costs and how its upstream routes are: for everybody who is signed in. */
export function serviceRoutes(router: Router, deps: ApiDeps): void {
  const anybody = [authenticate(deps, { apiKeys: 'any' }), allow('read_services')];
  const checkHealth = cachedCheckHealth(deps.redis);
  resource(router, '/api/v1/services', {
    get: [...anybody, noQuery, listServices(checkHealth)],
  });
  resource(router, '/api/v1/services/:service_code', {
    get: [...anybody, noQuery, getService(deps, checkHealth)],
  });
}

function listServices(checkHealth: ReturnType<typeof cachedCheckHealth>): RequestHandler {
  return async (_req, res) => {
    res.json(presentServices(await healthFor(res, checkHealth)));
  };
}
