import type { Request, Response } from 'express';
import type { ApiDeps } from '../deps.js';
import { prefersCsv } from '../http/csv.js';
import { recordAccess } from './record-access.js';

/** Must be awaited with the rows of a list before any of them is sent. */
export type RecordRows = (rows: readonly { client_id: string }[]) => Promise<void>;

/**
 * Records a staff member's CSV export in the access log of every client with a row in it, once per file. A page of JSON
 * is not recorded: scrolling through lists would bury the entries that matter.
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
