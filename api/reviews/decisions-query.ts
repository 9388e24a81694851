import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import { type Period, readPeriod } from '../http/period.js';
import { oneOf } from '../http/query.js';
import { readReference } from '../verifications/history/history-query.js';
import { readClientId } from './reviews-query.js';

/** What the cursors of the decisions are valid for: one list for all of support. */
export const DECISIONS_SCOPE: CursorScope = { list: 'decisions', clientId: 'support' };

/** Which decisions to list, by when they were taken; undefined filters do not apply. */
export interface DecisionFilters extends Period {
  by: 'me' | undefined;
  clientId: string | undefined;
  reference: string | undefined;
}

/** Parses the query of the list of decisions. Throws 422 with all faults. */
export function readDecisionsQuery(
  parameters: Request['query'],
  indexKey: KeyObject,
): ListQuery<DecisionFilters> {
  return readListQuery(parameters, indexKey, DECISIONS_SCOPE, (query) => ({
    by: query.optional('by', oneOf(['me'])),
    clientId: query.optional('client_id', readClientId),
    reference: query.optional('reference', readReference),
    ...readPeriod(query),
  }));
}
