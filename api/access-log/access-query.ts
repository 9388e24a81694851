import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import { type Period, readPeriod } from '../http/period.js';
import { parsedBy, textUpTo } from '../http/query.js';

/** Filters of the access log; an undefined one does not narrow the list. */
export interface AccessFilters extends Period {
  verificationId: string | undefined;
  /** An e-mail address, the name of a user or key, the id of either, or `system`. */
  person: string | undefined;
}

/** The scope in which cursors of a client's access log are valid. */
export function accessScope(clientId: string): CursorScope {
  return { list: 'access_log', clientId };
}

/** Reads the query of the access log. Throws 422 with all faults. */
export function readAccessQuery(
  parameters: Request['query'],
  clientId: string,
  indexKey: KeyObject,
): ListQuery<AccessFilters> {
  return readListQuery(parameters, indexKey, accessScope(clientId), (query) => ({
    verificationId: query.optional('request_id', readRequestId),
    person: query.optional('person', readPerson),
    ...readPeriod(query),
  }));
}

const readRequestId = parsedBy(
  (text) => fromPublicId('verification', text),
  'invalid_request_id',
  'Send the request_id of a verification.',
);

const readPerson = textUpTo(
  254,
  'invalid_submitter',
  'Send the e-mail address or name of a user, the name of an API key, the id of either, or `system`.',
);
