import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import type { QueryReader } from '../http/query.js';
import { validateText } from '../validation/text-rules.js';

/** Which clients to list; an undefined filter does not apply. */
export interface ClientFilters {
  /** What their name contains. */
  name: string | undefined;
}

/** What the cursors of the list are valid for. */
export const CLIENTS_SCOPE: CursorScope = { list: 'clients', clientId: '' };

/** As long as the name of a client may be. */
export const MAX_NAME = 200;

/** Parses the query of the list of clients. Throws 422 with all faults. */
export function readClientsQuery(
  parameters: Request['query'],
  indexKey: KeyObject,
): ListQuery<ClientFilters> {
  return readListQuery(parameters, indexKey, CLIENTS_SCOPE, (query) => ({
    name: query.optional('name_contains', readName),
  }));
}

const readName: QueryReader<string> = (text) => {
  const name = text.trim();
  const problem = validateText(name, { min: 1, max: MAX_NAME });
  return problem === undefined ? { ok: true, value: name } : { ok: false, ...problem };
};
