import { OUTCOMES, type Outcome } from '../../../../shared/domain/outcome.js';
import { STATUSES, type Status } from '../../../../shared/domain/states.js';
import { findService, type ServiceCode } from '../../../../shared/services/index.js';
import { daysAsMoments } from '../../lib/days-as-moments.js';

/** The filters that may appear in the address. The subject may not: it is personal data. */
export interface HistorySearch {
  status?: Status;
  service_code?: ServiceCode;
  outcome?: Outcome;
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the address, ignoring invalid ones. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const status = STATUSES.find((known) => known === search.status);
  const outcome = OUTCOMES.find((known) => known === search.outcome);
  const service = typeof search.service_code === 'string' ? findService(search.service_code) : undefined;
  return {
    ...(status !== undefined && { status }),
    ...(outcome !== undefined && { outcome }),
    ...(service !== undefined && { service_code: service.code }),
    ...(isDay(search.from) && { from: search.from }),
    ...(isDay(search.to) && { to: search.to }),
  };
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !DAY.test(value)) return false;
  const moment = new Date(value);
  // 31 February is read as a day of March, which a date field cannot show.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
}

export type HistoryFilters = Readonly<Record<string, string | undefined>>;

/** The filters in the API's format. */
export function toHistoryFilters({ from, to, ...filters }: HistorySearch, subject: string): HistoryFilters {
  return {
    ...filters,
    ...daysAsMoments({ from, to }),
    ...toSubjectFilter(subject),
  };
}

const MASKED = /^\*+(.{4})$/su;
const LAST = /^.{4}$/su;

/** Lists show the last four characters of a subject, so four characters, or a masked subject, are read as those. */
function toSubjectFilter(typed: string): HistoryFilters {
  // A leading space may be one of the four: in a name, "Two" is the whole last word, and " Two" the last characters.
  const text = typed.trimEnd();
  const masked = MASKED.exec(text)?.[1];
  if (masked !== undefined) return { subject_last4: masked };
  if (LAST.test(text)) return { subject_last4: text };
  return text === '' ? {} : { subject: text.trim() };
}
