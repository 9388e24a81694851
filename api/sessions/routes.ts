import type { Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { parseOptionalBody } from '../middleware/parse-body.js';
import { endOtherSessions, endSession } from './end-sessions.js';
import { listSessions } from './list-sessions.js';

/** Where the own account is signed in (contract 11). */
export function sessionRoutes(router: Router, deps: ApiDeps): void {
  const self = [authenticate(deps), allow('manage_own_account')];
  resource(router, '/api/v1/me/sessions', {
    get: [...self, noQuery, listSessions(deps)],
    delete: [...self, parseOptionalBody, endOtherSessions(deps)],
  });
  resource(router, '/api/v1/me/sessions/:id', { delete: [...self, parseOptionalBody, endSession(deps)] });
}
