import type { RequestHandler } from 'express';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { loadClient } from './load-clients.js';
import { presentClient } from './present-client.js';
import { requestedClientId } from './requested-ids.js';

/** GET /api/v1/admin/clients/{id}. */
export function getClient({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const row = await loadClient(db, requestedClientId(req));
    if (row === undefined) throw notFound();
    res.json(presentClient(row));
  };
}
