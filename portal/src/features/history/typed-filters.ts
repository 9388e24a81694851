import { type HistoryFilters, type HistorySearch, toHistoryFilters } from './history-search.js';

/** The filters that stay in memory: in an address they would stand in logs and in the history of the browser. */
export interface TypedFilters {
  subject: string;
  reference: string;
  submitter: string;
}

export const NOTHING_TYPED: TypedFilters = { subject: '', reference: '', submitter: '' };

/** Both kinds of filters as the API takes them. */
export function allFilters(search: HistorySearch, typed: TypedFilters): HistoryFilters {
  return {
    ...toHistoryFilters(search, typed.subject),
    ...(typed.reference.trim() !== '' && { reference: typed.reference.trim() }),
    ...(typed.submitter.trim() !== '' && { submitted_by: typed.submitter.trim() }),
  };
}
