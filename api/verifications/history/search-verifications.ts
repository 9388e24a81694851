import type { RequestHandler } from 'express';
import { recordAccess } from '../../access-log/record-access.js';
import type { ApiDeps } from '../../deps.js';
import { clientIdOf } from '../../http/context.js';
import { prefersCsv } from '../../http/csv.js';
import { type ListDeps, listSender } from '../../http/list.js';
import { historyList } from './list-verifications.js';
import { readHistorySearch } from './search-body.js';

/**
 * POST /api/v1/verifications/search: the history with its filters in the body, so that no identity number appears in a
 * URL, where logs and browser histories would keep it (contract 10).
 */
export function searchVerifications(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const { page, limited, filters } = readHistorySearch(req, clientId, deps.config.indexKey, new Date());
    if (prefersCsv(req)) await recordAccess(deps, req, res, { clientId, act: 'csv' });
    await sendList(req, res, page, { ...historyList(clientId, filters), limited });
  };
}
