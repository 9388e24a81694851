import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { sealCursor } from '../http/cursor.js';
import { sendPage, toPage } from '../http/page.js';
import { entriesScope, readEntriesQuery } from './entries-query.js';
import { loadEntries } from './load-entries.js';
import { ENTRIES_CSV, presentEntry } from './present-entry.js';

/** GET /api/v1/wallet/entries: the client's ledger, newest first, as JSON or CSV (contract 5). */
export function listEntries({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const { page, filters } = readEntriesQuery(req.query, clientId, indexKey);
    const rows = await loadEntries(db, clientId, page, filters);
    const entries = toPage(rows, page.limit, presentEntry, ({ entry_no }) =>
      sealCursor(indexKey, entriesScope(clientId), String(entry_no)),
    );
    sendPage(req, res, entries, { csv: ENTRIES_CSV, baseUrl: publicUrl ?? '' });
  };
}
