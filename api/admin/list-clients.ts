import type { RequestHandler } from 'express';
import type { CursorScope } from '../http/cursor.js';
import { type ListDeps, listSender } from '../http/list.js';
import { readPageQuery } from '../http/page.js';
import { loadClients } from './load-clients.js';
import { CLIENTS_CSV, presentClient } from './present-client.js';

const SCOPE: CursorScope = { list: 'clients', clientId: '' };

/** GET /api/v1/admin/clients: all clients, newest first, as JSON or CSV. */
export function listClients(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const page = readPageQuery(req.query, deps.config.indexKey, SCOPE);
    await sendList(req, res, page, {
      whose: 'staff',
      scope: SCOPE,
      load: loadClients,
      positionOf: ({ id }) => id,
      present: presentClient,
      csv: CLIENTS_CSV,
    });
  };
}
