import type { Response } from 'express';
import { type Act, mayDo } from '../../shared/domain/access.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Status } from '../../shared/domain/states.js';
import type { ServiceCode } from '../../shared/services/index.js';
import type { WireFollowed } from '../../shared/wire/followed.js';
import { type ApiError, forbidden } from '../errors/catalogue.js';
import { identityOf } from '../http/context.js';
import type { CsvForm } from '../http/csv.js';
import { modeOfRequest } from '../http/mode.js';
import { requireAct } from '../middleware/allow.js';

const READING: Act = 'read_reports';

/**
 * Whether the caller may read whom verifications are about, or only follow their progress. A caller who may must remain
 * allowed to for as long as the request lasts.
 */
export function mayRead(res: Response): boolean {
  if (!mayDo(identityOf(res).role, READING, modeOfRequest(res))) return false;
  requireAct(res, READING);
  return true;
}

/** A verification as shown to a caller who may only follow it. */
export function presentFollowed(row: {
  id: string;
  status: Status;
  service_code: ServiceCode;
}): WireFollowed {
  return {
    request_id: toPublicId('verification', row.id),
    status: row.status,
    service_code: row.service_code,
  };
}

/** Verifications as a file for a caller who may only follow them. */
export const FOLLOWED_CSV: CsvForm<WireFollowed> = {
  name: 'verifications',
  columns: {
    request_id: ({ request_id }) => request_id,
    status: ({ status }) => status,
    service_code: ({ service_code }) => service_code,
  },
};

/**
 * Filters that say nothing about a person: with any other, a caller who may only follow could find out who was checked.
 */
const IMPERSONAL = new Set([
  'limit',
  'cursor',
  'status',
  'service_code',
  'created_from',
  'created_to',
  'idempotency_key',
]);

/** Throws 403 for a query that such a caller may not make. */
export function requireImpersonalFilters(query: Readonly<Record<string, unknown>>): void {
  if (!Object.keys(query).every((name) => IMPERSONAL.has(name))) throw personalFilter();
}

/** The 403 for a filter that says something about a person. */
export function personalFilter(): ApiError {
  return forbidden(
    `Your role can filter verifications only by ${[...IMPERSONAL].join(', ')}: the other filters, and a cursor of a search for a subject, would reveal whom they are about.`,
  );
}
