import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { ENTRY_KINDS, type EntryKind } from '../../shared/domain/ledger.js';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import { type Period, readPeriod } from '../http/period.js';
import { oneOf, parsedBy } from '../http/query.js';

/** Which lines of a client's ledger to list; undefined filters do not apply. */
export interface EntryFilters extends Period {
  kind: EntryKind | undefined;
  verificationId: string | undefined;
}

/** What the cursors of a client's ledger are valid for. */
export function entriesScope(clientId: string): CursorScope {
  return { list: 'wallet_entries', clientId };
}

/** Parses the query of the ledger. Throws 422 with all faults. */
export function readEntriesQuery(
  parameters: Request['query'],
  clientId: string,
  indexKey: KeyObject,
): ListQuery<EntryFilters> {
  return readListQuery(parameters, indexKey, entriesScope(clientId), (query) => ({
    kind: query.optional('kind', oneOf(ENTRY_KINDS)),
    ...readPeriod(query),
    verificationId: query.optional('request_id', readRequestId),
  }));
}

const readRequestId = parsedBy(
  (text) => fromPublicId('verification', text),
  'invalid_id',
  'Send the request_id of a verification, which starts with ver_.',
);
