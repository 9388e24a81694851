import type { Request, RequestHandler, Response } from 'express';
import type { ApiDeps } from '../deps.js';
import { sealCursor } from '../http/cursor.js';
import { sendPage, toPage } from '../http/page.js';
import { entriesScope, readEntriesQuery } from './entries-query.js';
import { loadEntries } from './load-entries.js';
import { ENTRIES_CSV, presentEntry } from './present-entry.js';

/** Answers with the ledger of the client that `whose` names, newest first, as JSON or CSV (contract 5). */
export function listEntries(
  { db, config: { indexKey, publicUrl } }: Pick<ApiDeps, 'db' | 'config'>,
  whose: (req: Request, res: Response) => string,
): RequestHandler {
  return async (req, res) => {
    const clientId = whose(req, res);
    const { page, filters } = readEntriesQuery(req.query, clientId, indexKey);
    const rows = await loadEntries(db, clientId, page, filters);
    const entries = toPage(rows, page.limit, presentEntry, ({ entry_no }) =>
      sealCursor(indexKey, entriesScope(clientId), String(entry_no)),
    );
    sendPage(req, res, entries, { csv: ENTRIES_CSV, baseUrl: publicUrl ?? '' });
  };
}
