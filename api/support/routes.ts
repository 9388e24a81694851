import type { Router } from 'express';
import { type ApiDeps, forStaff } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { authenticate } from '../middleware/authenticate.js';
import { requireScope } from '../middleware/require-scope.js';
import { getQueue } from './get-queue.js';

/** What support sees of the machinery; the review desk is in api/reviews. */
export function supportRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/support/queue', {
    get: [authenticate(deps), requireScope('support'), noQuery, getQueue(forStaff(deps))],
  });
}
