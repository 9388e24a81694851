import type { Request, RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { type ListDeps, listSender } from '../http/list.js';
import { readPageQuery } from '../http/page.js';
import { loadUsers } from './load-users.js';
import { presentUser, STAFF_CSV, USERS_CSV } from './present-user.js';

/** Answers with the accounts of the client `whose` returns, or of staff (null), newest first, as JSON or CSV. */
export function listUsers(deps: ListDeps, whose: (req: Request) => string | null): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = whose(req);
    const scope = { list: 'users', clientId: clientId ?? '' };
    const page = readPageQuery(req.query, deps.config.indexKey, scope);
    await sendList(req, res, page, {
      whose: clientId === null ? 'staff' : ofClient(clientId),
      scope,
      load: (sql, wanted) => loadUsers(sql, clientId, wanted),
      positionOf: ({ id }) => id,
      present: presentUser,
      csv: clientId === null ? STAFF_CSV : USERS_CSV,
    });
  };
}
