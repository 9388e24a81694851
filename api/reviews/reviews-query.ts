import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import { REVIEW_REASONS, type ReviewReason } from '../../shared/domain/states.js';
import { SERVICES, type ServiceCode } from '../../shared/services/index.js';
import type { CursorScope } from '../http/cursor.js';
import { type ListQuery, readListQuery } from '../http/page.js';
import { type Period, readPeriod } from '../http/period.js';
import { oneOf, parsedBy } from '../http/query.js';
import { readReference } from '../verifications/history/history-query.js';

/** What the cursors of the desk are valid for: one list for all of support. */
export const REVIEWS_SCOPE: CursorScope = { list: 'reviews', clientId: 'support' };

const TAKEN = ['yes', 'no', 'mine'] as const;

/** Which cases to list, by when they were submitted; undefined filters do not apply. */
export interface ReviewFilters extends Period {
  reason: ReviewReason | undefined;
  clientId: string | undefined;
  reference: string | undefined;
  serviceCode: ServiceCode | undefined;
  taken: (typeof TAKEN)[number] | undefined;
}

/** Reads the client whose cases are requested. */
export const readClientId = parsedBy(
  (text) => fromPublicId('client', text),
  'invalid_client_id',
  'Send the client_id as shown in the list.',
);

/** Parses the query of the review list. Throws 422 with all faults. */
export function readReviewsQuery(
  parameters: Request['query'],
  indexKey: KeyObject,
): ListQuery<ReviewFilters> {
  return readListQuery(parameters, indexKey, REVIEWS_SCOPE, (query) => ({
    reason: query.optional('reason', oneOf(REVIEW_REASONS)),
    clientId: query.optional('client_id', readClientId),
    reference: query.optional('reference', readReference),
    serviceCode: query.optional('service_code', oneOf(SERVICES.map(({ code }) => code))),
    ...readPeriod(query),
    taken: query.optional('taken', oneOf(TAKEN)),
  }));
}
