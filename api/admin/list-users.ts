import type { Request, RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { sealCursor } from '../http/cursor.js';
import { readPageRequest, sendPage, toPage } from '../http/page.js';
import { Query } from '../http/query.js';
import { loadUsers } from './load-users.js';
import { presentUser, USERS_CSV } from './present-user.js';

/** Answers with the accounts of the client that `whose` names, or of staff (null), newest first, as JSON or CSV. */
export function listUsers(
  { db, config: { indexKey, publicUrl } }: Pick<ApiDeps, 'db' | 'config'>,
  whose: (req: Request) => string | null,
): RequestHandler {
  return async (req, res) => {
    const clientId = whose(req);
    const scope = { list: 'users', clientId: clientId ?? '' };
    const query = new Query(req.query);
    const page = readPageRequest(query, indexKey, scope);
    query.finish();
    const rows = await loadUsers(db, clientId, page);
    const users = toPage(rows, page.limit, presentUser, ({ id }) => sealCursor(indexKey, scope, id));
    sendPage(req, res, users, { csv: USERS_CSV, baseUrl: publicUrl ?? '' });
  };
}
