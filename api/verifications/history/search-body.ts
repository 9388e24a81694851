import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { hasAtMost } from '../../../shared/domain/characters.js';
import { OUTCOMES } from '../../../shared/domain/outcome.js';
import { STATUSES } from '../../../shared/domain/states.js';
import { SERVICES } from '../../../shared/services/index.js';
import { validationFailed } from '../../errors/catalogue.js';
import type { PageRequest } from '../../http/page.js';
import { Query } from '../../http/query.js';
import { IDEMPOTENCY_KEY } from '../../validation/idempotency-key.js';
import { NOT_A_NUMBER } from '../../validation/number-rules.js';
import { type Problem, Validate } from '../../validation/rules.js';
import { NOT_TEXT, validateText } from '../../validation/text-rules.js';
import { collectFaults } from '../../validation/validate-body.js';
import { type HistoryFilters, readFilters } from './history-query.js';

const LAST = 4;

/** The body of POST /api/v1/verifications/search (contract 10): the history's filters, validated by the same rules. */
export class SearchVerificationsBody {
  @Validate(numberOrAbsent, { type: 'integer', format: 'int32', minimum: 1, maximum: 100 })
  limit?: number;

  @Validate(textOrAbsent, { type: 'string', maxLength: 500, pattern: '^[A-Za-z0-9_-]+$' })
  cursor?: string;

  @Validate(textOrAbsent, { type: 'string', enum: STATUSES })
  status?: string;

  @Validate(textOrAbsent, { type: 'string', enum: SERVICES.map(({ code }) => code) })
  service_code?: string;

  @Validate(textOrAbsent, { type: 'string', enum: OUTCOMES })
  outcome?: string;

  @Validate(textOrAbsent, { type: 'string', maxLength: 35 })
  created_from?: string;

  @Validate(textOrAbsent, { type: 'string', maxLength: 35 })
  created_to?: string;

  @Validate(textOrAbsent, { type: 'string', minLength: 1, maxLength: 200 })
  subject?: string;

  @Validate(validateLast4, { type: 'string', minLength: LAST, maxLength: LAST })
  subject_last4?: string;

  @Validate(textOrAbsent, { type: 'string', minLength: 1, maxLength: 100 })
  reference?: string;

  @Validate(textOrAbsent, { type: 'string', minLength: 1, maxLength: 254 })
  submitted_by?: string;

  @Validate(textOrAbsent, IDEMPOTENCY_KEY)
  idempotency_key?: string;
}

/** The search; `limited` if the caller set a page size. */
export interface HistorySearch {
  page: PageRequest;
  limited: boolean;
  filters: HistoryFilters;
}

/** Parses the body of a search. `now` bounds years in subjects. Throws 422 with all faults. */
export function readHistorySearch(
  req: Request,
  clientId: string,
  indexKey: KeyObject,
  now: Date,
): HistorySearch {
  const { value, faults } = collectFaults(SearchVerificationsBody, req.body);
  const { subject_last4: subjectLast4, ...filters } = value;
  const faulty = new Set(faults.map(({ field }) => field));
  const given = Object.entries(filters).filter(([name, member]) => member !== undefined && !faulty.has(name));
  const query = new Query(Object.fromEntries(given.map(([name, member]) => [name, String(member)])));
  const read = readFilters(query, clientId, indexKey, now);
  const all = [...faults, ...query.faults(), ...new Query(req.query).faults()];
  if (all.length > 0) throw validationFailed(all);
  return { page: read.page, limited: value.limit !== undefined, filters: { ...read.filters, subjectLast4 } };
}

function textOrAbsent(value: unknown): Problem | undefined {
  return value === undefined || typeof value === 'string' ? undefined : NOT_TEXT;
}

function numberOrAbsent(value: unknown): Problem | undefined {
  if (value === undefined || typeof value === 'number') return undefined;
  return NOT_A_NUMBER;
}

function validateLast4(value: unknown): Problem | undefined {
  if (typeof value !== 'string') return textOrAbsent(value);
  if (hasAtMost(value, LAST) && !hasAtMost(value, LAST - 1)) {
    return validateText(value, { min: LAST, max: LAST });
  }
  return {
    code: 'invalid_subject',
    message: 'Send exactly the last four characters that the masked subject shows, including spaces.',
  };
}
