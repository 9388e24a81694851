import type { Request, RequestHandler, Response, Router } from 'express';
import { ofClient, type Scope } from '../../shared/db/scope.js';
import { existingClient } from '../admin/existing-client.js';
import { requestedClientId } from '../admin/requested-ids.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { accessScope, readAccessQuery } from './access-query.js';
import { loadAccesses } from './load-accesses.js';
import { ACCESS_CSV, presentAccess } from './present-access.js';

/** Who looked at what: for the client whose subjects it is about, never for a key, and for who audits (contract 11). */
export function accessLogRoutes(router: Router, deps: ApiDeps): void {
  const signedIn = authenticate(deps);
  resource(router, '/api/v1/access-log', {
    get: [signedIn, allow('read_access_log'), listAccesses(deps, ofTheirOwn)],
  });
  resource(router, '/api/v1/admin/clients/:id/access-log', {
    get: [signedIn, allow('read_audit_log'), existingClient(forStaff(deps)), listAccesses(deps, ofAnyClient)],
  });
}

interface Reader {
  clientId: string;
  whose: Scope;
  /** Staff are told who of them it was, and from where. */
  ofStaff: boolean;
}

function ofTheirOwn(_req: Request, res: Response): Reader {
  const clientId = clientIdOf(res);
  return { clientId, whose: ofClient(clientId), ofStaff: false };
}

function ofAnyClient(req: Request): Reader {
  return { clientId: requestedClientId(req), whose: 'staff', ofStaff: true };
}

/** GET …/access-log: who opened what, when and how, newest first, as JSON or CSV. Staff included. */
function listAccesses(deps: ListDeps, readerOf: (req: Request, res: Response) => Reader): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { clientId, whose, ofStaff } = readerOf(req, res);
    const { page, filters } = readAccessQuery(req.query, clientId, deps.config.indexKey);
    await sendList(req, res, page, {
      whose,
      scope: accessScope(clientId),
      load: (sql, wanted) => loadAccesses(sql, clientId, wanted, filters),
      positionOf: ({ entry_no }) => String(entry_no),
      present: (row) => presentAccess(row, { ofStaff }),
      csv: ACCESS_CSV,
    });
  };
}
