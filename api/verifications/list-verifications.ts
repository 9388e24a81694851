import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { sealCursor } from '../http/cursor.js';
import { sendPage, toPage } from '../http/page.js';
import { formatPosition, historyScope } from './history-position.js';
import { readHistoryQuery } from './history-query.js';
import { loadHistory } from './load-history.js';
import { HISTORY_CSV, presentHistoryEntry } from './present-history.js';

/** GET /api/v1/verifications: the client's history, newest first, as JSON or CSV (contract 4.4). */
export function listVerifications({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const { page, filters } = readHistoryQuery(req.query, clientId, indexKey, new Date());
    const rows = await loadHistory(db, clientId, page, filters);
    const history = toPage(rows, page.limit, presentHistoryEntry, (row) =>
      sealCursor(indexKey, historyScope(clientId), formatPosition(row)),
    );
    sendPage(req, res, history, { csv: HISTORY_CSV, baseUrl: publicUrl ?? '' });
  };
}
