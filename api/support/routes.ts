import type { Router } from 'express';
import { type ApiDeps, forStaff } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { getQueue } from './get-queue.js';

/** What support sees of the machinery; the review desk is in api/reviews. */
export function supportRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/support/queue', {
    get: [authenticate(deps), allow('read_queue'), noQuery, getQueue(forStaff(deps))],
  });
}
