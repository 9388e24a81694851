import type { RequestHandler } from 'express';
import { clientIdOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { formatPlaceOfSubject, historyScope } from './history-position.js';
import { readHistoryQuery } from './history-query.js';
import { loadHistory } from './load-history.js';
import { HISTORY_CSV, presentHistoryEntry } from './present-history.js';

/** GET /api/v1/verifications: the client's history, newest first, as JSON or CSV (contract 4.4). */
export function listVerifications(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const { page, filters } = readHistoryQuery(req.query, clientId, deps.config.indexKey, new Date());
    await sendList(req, res, page, {
      scope: historyScope(clientId),
      load: (sql, wanted) => loadHistory(sql, clientId, wanted, filters),
      positionOf: (row) => formatPlaceOfSubject(row, filters.subjectHashes ?? []),
      carried: ['subject'],
      present: presentHistoryEntry,
      csv: HISTORY_CSV,
    });
  };
}
