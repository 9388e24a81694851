import type { RequestHandler } from 'express';
import { requestedClientId } from '../admin/requested-ids.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';

/** Policy of everything below a client: 404 if there is no such client. Clients are never deleted. */
export function existingClient({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, _res, next) => {
    const found = await db.query(`SELECT FROM clients WHERE id = $1 AND mode = 'live'`, [
      requestedClientId(req),
    ]);
    if (found.length === 0) throw notFound();
    next();
  };
}
