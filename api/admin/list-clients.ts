import type { RequestHandler } from 'express';
import { type ListDeps, listSender } from '../http/list.js';
import { CLIENTS_SCOPE, readClientsQuery } from './clients-query.js';
import { clientsLoader } from './load-clients.js';
import { CLIENTS_CSV, presentClient } from './present-client.js';

/** GET /api/v1/admin/clients: all clients, or those with a name, newest first, as JSON or CSV. */
export function listClients(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { page, filters } = readClientsQuery(req.query, deps.config.indexKey);
    await sendList(req, res, page, {
      whose: 'staff',
      scope: CLIENTS_SCOPE,
      load: clientsLoader(filters),
      positionOf: ({ id }) => id,
      present: presentClient,
      csv: CLIENTS_CSV,
    });
  };
}
