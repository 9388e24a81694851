import type { Request, RequestHandler, Response } from 'express';
import { ofClient, type Scope } from '../../shared/db/scope.js';
import { requestedClientId } from '../admin/requested-ids.js';
import type { ApiDeps } from '../deps.js';
import { readAccess } from '../evidence/disclosed.js';
import { getEntryProof } from '../evidence/get-entry-proof.js';
import { clientIdOf } from '../http/context.js';
import { type ListDeps, listSender } from '../http/list.js';
import { accessScope, readAccessQuery } from './access-query.js';
import { loadAccesses } from './load-accesses.js';
import { ACCESS_CSV, presentAccess } from './present-access.js';

interface Reader {
  clientId: string;
  whose: Scope;
  /** Staff are told who of them it was, and from where. */
  ofStaff: boolean;
}

/** Of the caller’s own client. */
export function ofTheirOwn(_req: Request, res: Response): Reader {
  const clientId = clientIdOf(res);
  return { clientId, whose: ofClient(clientId), ofStaff: false };
}

/** Of the client in the path. */
export function ofAnyClient(req: Request): Reader {
  return { clientId: requestedClientId(req), whose: 'staff', ofStaff: true };
}

/** GET …/access-log/{entry_no}/evidence.tlog-proof: that an entry is in the log, and what it says. */
export function proveAccess(
  { db }: Pick<ApiDeps, 'db'>,
  readerOf: (req: Request, res: Response) => Reader,
): RequestHandler {
  return getEntryProof((req, res) => {
    const { clientId, whose, ofStaff } = readerOf(req, res);
    const sql = db.scoped(whose);
    return { sql, read: (entryNo) => readAccess(sql, { clientId, entryNo }, { whole: ofStaff }) };
  });
}

/** GET …/access-log: who opened what, when and how, newest first, as JSON or CSV. Staff included. */
export function listAccesses(
  deps: ListDeps,
  readerOf: (req: Request, res: Response) => Reader,
): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { clientId, whose, ofStaff } = readerOf(req, res);
    const { page, filters } = readAccessQuery(req.query, clientId, deps.config.indexKey);
    await sendList(req, res, page, {
      whose,
      scope: accessScope(clientId),
      load: (sql, wanted) => loadAccesses(sql, clientId, wanted, filters),
      positionOf: ({ entry_no }) => String(entry_no),
      present: (row) => presentAccess(row, { ofStaff }),
      csv: ACCESS_CSV,
    });
  };
}
