import type { KeyObject } from 'node:crypto';
import { searchSubject } from '../../../shared/db/search-subject.js';
import { OUTCOMES, type Outcome } from '../../../shared/domain/outcome.js';
import { STATUSES, type Status } from '../../../shared/domain/states.js';
import { SERVICES, type ServiceCode } from '../../../shared/services/index.js';
import { type PageRequest, readPageRequest } from '../../http/page.js';
import { type Period, readPeriod } from '../../http/period.js';
import { oneOf, parsedBy, Query, type QueryReader, textUpTo } from '../../http/query.js';
import { isKeyText } from '../../validation/idempotency-key.js';
import { historyScope, subjectIn } from './history-position.js';

/** Which of a client's verifications to list; undefined filters do not apply. */
export interface HistoryFilters extends Period {
  status: Status | undefined;
  serviceCode: ServiceCode | undefined;
  outcome: Outcome | undefined;
  /** Keyed hashes of every form the given subject, or else the cursor's, may have been stored under. */
  subjectHashes: readonly Buffer[] | undefined;
  /** The end of the masked subject; used only by a search. */
  subjectLast4?: string | undefined;
  idempotencyKey: string | undefined;
  reference: string | undefined;
  /** An e-mail address of a user, the name of an API key, or the public id of either. */
  submittedBy: string | undefined;
}

/** Parses the query of the history (contract 4.4). `now` bounds years in subjects. Throws 422 with all faults. */
export function readHistoryQuery(
  parameters: ConstructorParameters<typeof Query>[0],
  clientId: string,
  indexKey: KeyObject,
  now: Date,
): { page: PageRequest; filters: HistoryFilters } {
  const query = new Query(parameters);
  const read = readFilters(query, clientId, indexKey, now);
  query.finish();
  return read;
}

/**
 * Reads page and filters for callers that collect the faults of the query themselves; if there are any, the result is
 * unusable.
 */
export function readFilters(
  query: Query,
  clientId: string,
  indexKey: KeyObject,
  now: Date,
): { page: PageRequest; filters: HistoryFilters } {
  const page = readPageRequest(query, indexKey, historyScope(clientId));
  const filters = {
    status: query.optional('status', oneOf(STATUSES)),
    serviceCode: query.optional('service_code', oneOf(SERVICES.map(({ code }) => code))),
    outcome: query.optional('outcome', oneOf(OUTCOMES)),
    ...readPeriod(query),
    subjectHashes:
      query.optional('subject', subjectReader(clientId, indexKey, now)) ??
      (page.after === undefined ? undefined : subjectIn(page.after)),
    idempotencyKey: query.optional('idempotency_key', readIdempotencyKey),
    reference: query.optional('reference', readReference),
    submittedBy: query.optional('submitted_by', readSubmitter),
  };
  return { page, filters };
}

function subjectReader(clientId: string, indexKey: KeyObject, now: Date): QueryReader<readonly Buffer[]> {
  return parsedBy(
    (raw) => searchSubject(indexKey, clientId, raw, now)?.hashes,
    'invalid_subject',
    'Send the complete subject as it was submitted: no service accepts this one, so nothing can match it.',
  );
}

/** Reads a reference to search for. */
export const readReference = textUpTo(
  100,
  'invalid_reference',
  'Send the reference as it was submitted: 1 to 100 characters.',
);

const readSubmitter = textUpTo(
  254,
  'invalid_submitter',
  'Send the e-mail address or name of a user, the name of an API key, or the id of either (usr_…, key_…).',
);

const readIdempotencyKey = parsedBy(
  (text) => (isKeyText(text) && text.trim() !== '' ? text : undefined),
  'invalid_idempotency_key',
  'Send the key as it was submitted: 1 to 255 printable ASCII characters.',
);
