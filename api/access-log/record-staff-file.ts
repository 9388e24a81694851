import type { Request, Response } from 'express';
import type { ApiDeps } from '../deps.js';
import { prefersCsv } from '../http/csv.js';
import { recordAccess } from './record-access.js';

/** Awaited with rows of a list before any of them is sent. */
export type RecordRows = (rows: readonly { client_id: string }[]) => Promise<void>;

/**
 * Writes down in the access log of every client of which a staff member's CSV file holds a row that it does, once a file.
 * A page in JSON is no opening: whoever scrolls would bury who looked.
 */
export function staffFileRecorder(deps: Pick<ApiDeps, 'accessLog'>, req: Request, res: Response): RecordRows {
  if (!prefersCsv(req)) return () => Promise.resolve();
  const recorded = new Set<string>();
  return async (rows) => {
    const clients = [...new Set(rows.map(({ client_id }) => client_id))].filter((id) => !recorded.has(id));
    for (const id of clients) recorded.add(id);
    await Promise.all(clients.map((clientId) => recordAccess(deps, req, res, { clientId, act: 'csv' })));
  };
}
