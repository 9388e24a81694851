import type { Request, RequestHandler, Response } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { type ListDeps, listSender } from '../http/list.js';
import { entriesScope, readEntriesQuery } from './entries-query.js';
import { loadEntries } from './load-entries.js';
import { ENTRIES_CSV, presentEntry } from './present-entry.js';

/** Answers with the ledger of the client `whose` returns, newest first, as JSON or CSV (contract 5). */
export function listEntries(deps: ListDeps, whose: (req: Request, res: Response) => string): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const clientId = whose(req, res);
    const { page, filters } = readEntriesQuery(req.query, clientId, deps.config.indexKey);
    await sendList(req, res, page, {
      whose: ofClient(clientId),
      scope: entriesScope(clientId),
      load: (sql, wanted) => loadEntries(sql, clientId, wanted, filters),
      positionOf: ({ entry_no }) => String(entry_no),
      present: presentEntry,
      csv: ENTRIES_CSV,
    });
  };
}
