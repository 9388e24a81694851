import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { listEvents } from './list-events.js';

/** What a client is told of, to be read again: for its users and its machines. */
export function eventRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/events', {
    get: [authenticate(deps, { apiKeys: 'read' }), allow('read_events'), listEvents(deps)],
  });
}
