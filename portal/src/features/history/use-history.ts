import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import type { HistoryFilters } from './history-search.js';

// A search, not a list: a subject must not stand in an address, where logs keep it.
export const HISTORY_PATH = '/verifications/search';

/** The checks that the filters let through, newest first. */
export function useHistory(filters: HistoryFilters) {
  return usePagedList<WireHistoryEntry>(HISTORY_PATH, filters, { search: true });
}
