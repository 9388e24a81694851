import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { type CursorScope, sealCursor } from '../http/cursor.js';
import { readPageRequest, sendPage, toPage } from '../http/page.js';
import { Query } from '../http/query.js';
import { loadClients } from './load-clients.js';
import { CLIENTS_CSV, presentClient } from './present-client.js';

const SCOPE: CursorScope = { list: 'clients', clientId: '' };

/** GET /api/v1/admin/clients: all clients, newest first, as JSON or CSV. */
export function listClients({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const query = new Query(req.query);
    const page = readPageRequest(query, indexKey, SCOPE);
    query.finish();
    const rows = await loadClients(db, page);
    const clients = toPage(rows, page.limit, presentClient, ({ id }) => sealCursor(indexKey, SCOPE, id));
    sendPage(req, res, clients, { csv: CLIENTS_CSV, baseUrl: publicUrl ?? '' });
  };
}
