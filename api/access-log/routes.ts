import type { RequestHandler, Router } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';

import { accessScope, readAccessQuery } from './access-query.js';
import { loadAccesses } from './load-accesses.js';
import { ACCESS_CSV, presentAccess } from './present-access.js';

/** Who looked at what, for the client whose subjects it is about: never for a key (contract 11). */
export function accessLogRoutes(router: Router, deps: ApiDeps): void {
  resource(router, '/api/v1/access-log', {
    get: [authenticate(deps), allow('read_access_log'), listAccesses(deps)],
  });
}

/** GET /api/v1/access-log: who opened what, when and how, newest first, as JSON or CSV. Staff included. */
function listAccesses(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const { page, filters } = readAccessQuery(req.query, clientId, deps.config.indexKey);
    await sendList(req, res, page, {
      whose: ofClient(clientId),
      scope: accessScope(clientId),
      load: (sql, wanted) => loadAccesses(sql, clientId, wanted, filters),
      positionOf: ({ entry_no }) => String(entry_no),
      present: presentAccess,
      csv: ACCESS_CSV,
    });
  };
}
