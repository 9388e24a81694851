import type { RequestHandler, Response } from 'express';
import { ofClient } from '../../../shared/db/scope.js';
import type { WireHistoryEntry } from '../../../shared/wire/history.js';
import { recordAccess } from '../../access-log/record-access.js';
import type { ApiDeps } from '../../deps.js';
import { clientIdOf } from '../../http/context.js';
import { prefersCsv } from '../../http/csv.js';
import { type List, type ListDeps, listSender } from '../../http/list.js';
import {
  FOLLOWED_CSV,
  mayRead,
  personalFilter,
  presentFollowed,
  requireImpersonalFilters,
} from '../follow.js';
import { formatPlaceOfSubject, historyScope } from './history-position.js';
import { type HistoryFilters, readHistoryQuery } from './history-query.js';
import { type HistoryRow, loadHistory } from './load-history.js';
import { HISTORY_CSV, presentHistoryEntry } from './present-history.js';

/** GET /api/v1/verifications: the client's history, newest first, as JSON or CSV (contract 4.4). */
export function listVerifications(deps: ListDeps & Pick<ApiDeps, 'accessLog'>): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const reading = mayRead(res);
    if (!reading) requireImpersonalFilters(req.query);
    if (req.query.subject !== undefined) sayDeprecated(res);
    const { page, filters } = readHistoryQuery(req.query, clientId, deps.config.indexKey, new Date());
    // The cursor of a search carries its subject, and a caller who may search may have given it to this one.
    if (!reading && filters.subjectHashes !== undefined) throw personalFilter();
    if (reading && prefersCsv(req)) await recordAccess(deps, req, res, { clientId, act: 'csv' });
    const list = historyList(clientId, filters);
    if (reading) await sendList(req, res, page, list);
    else await sendList(req, res, page, { ...list, present: presentFollowed, csv: FOLLOWED_CSV });
  };
}

/** When the filter was deprecated (docs/versioning.md): 22 November 2026, in seconds since 1970. */
const SUBJECT_DEPRECATED_SINCE = 1_795_305_600;

/** Announces, by RFC 9745, that identity numbers do not belong in URLs: the search takes them in a body. */
function sayDeprecated(res: Response): void {
  res.set('Deprecation', `@${SUBJECT_DEPRECATED_SINCE}`);
}

/** A client's history, filtered. */
export function historyList(clientId: string, filters: HistoryFilters): List<HistoryRow, WireHistoryEntry> {
  return {
    whose: ofClient(clientId),
    scope: historyScope(clientId),
    load: (sql, wanted) => loadHistory(sql, clientId, wanted, filters),
    positionOf: (row) => formatPlaceOfSubject(row, filters.subjectHashes ?? []),
    carried: ['subject'],
    present: presentHistoryEntry,
    csv: HISTORY_CSV,
  };
}
