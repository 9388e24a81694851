import { OUTCOMES, type Outcome } from '../../../../shared/domain/outcome.js';
import { findService, type ServiceCode } from '../../../../shared/domain/services.js';
import { STATUSES, type Status } from '../../../../shared/domain/states.js';

/** The filters that may stand in the address. The subject may not: it is personal. */
export interface HistorySearch {
  status?: Status;
  service_code?: ServiceCode;
  outcome?: Outcome;
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the address; what makes no sense is left out. */
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
  return typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));
}

/** The filters as the API takes them: days of the viewer become moments. */
export function toHistoryQuery(
  { from, to, ...filters }: HistorySearch,
  subject: string,
): Record<string, string | undefined> {
  return {
    ...filters,
    created_from: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    created_to: to === undefined ? undefined : new Date(`${to}T23:59:59.999`).toISOString(),
    subject: subject === '' ? undefined : subject,
  };
}
