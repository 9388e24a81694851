import { TabMemory } from '../../lib/session/tab-memory.js';
import { type HistoryFilters, type HistorySearch, toHistoryFilters } from './history-search.js';

/** Filters that are kept in memory only: in an address they would end up in logs and in the browser's history. */
export interface TypedFilters {
  subject: string;
  reference: string;
  submitter: string;
}

export const NOTHING_TYPED: TypedFilters = { subject: '', reference: '', submitter: '' };

/** What was typed, by entry of the browser's history: going back from a report leads to the same checks. */
export const TYPED = new TabMemory<TypedFilters>();

/** Both kinds of filters in the API's format. */
export function allFilters(search: HistorySearch, typed: TypedFilters): HistoryFilters {
  return {
    ...toHistoryFilters(search, typed.subject),
    ...(typed.reference.trim() !== '' && { reference: typed.reference.trim() }),
    ...(typed.submitter.trim() !== '' && { submitted_by: typed.submitter.trim() }),
  };
}
