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
  /** Whether to show which staff member it was, and from which address: only staff see that. */
  ofStaff: boolean;
}

/** Reads the log of the caller’s own client. */
export function ofTheirOwn(_req: Request, res: Response): Reader {
  const clientId = clientIdOf(res);
  return { clientId, whose: ofClient(clientId), ofStaff: false };
}

/** Reads the log of the client in the path. */
export function ofAnyClient(req: Request): Reader {
  return { clientId: requestedClientId(req), whose: 'staff', ofStaff: true };
}

/** GET …/access-log/{entry_no}/evidence.tlog-proof: proves that an entry is in the log, and what it says. */
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

/** GET …/access-log: who opened what, when and how, newest first, as JSON or CSV, including what staff opened. */
export function listAccesses(
  deps: ListDeps,
  readerOf: (req: Request, res: Response) => Reader,
): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { whose, ...reader } = readerOf(req, res);
    const { page, filters } = readAccessQuery(req.query, reader.clientId, deps.config.indexKey);
    await sendList(req, res, page, {
      whose,
      scope: accessScope(reader.clientId),
      load: (sql, wanted) => loadAccesses(sql, reader, wanted, filters),
      positionOf: ({ entry_no }) => String(entry_no),
      present: (row) => presentAccess(row, reader),
      csv: ACCESS_CSV,
    });
  };
}
