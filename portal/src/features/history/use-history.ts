import { useEffect } from 'react';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { rememberSubject } from '../../lib/session/known-subjects.js';
import type { HistoryFilters } from './history-search.js';

// A search rather than a list: a subject must not appear in an address, which logs keep.
export const HISTORY_PATH = '/verifications/search';

/**
 * The checks that match the filters, newest first. After a search for a whole subject, this tab knows the subject of
 * each match.
 */
export function useHistory(filters: HistoryFilters) {
  const list = usePagedList<WireHistoryEntry>(HISTORY_PATH, filters, { search: true });
  const { items, isPlaceholderData } = list;
  useEffect(() => {
    if (filters.subject === undefined || isPlaceholderData) return;
    for (const { request_id, service_code } of items ?? []) {
      rememberSubject(request_id, { subject: filters.subject, serviceCode: service_code });
    }
  }, [items, isPlaceholderData, filters.subject]);
  return list;
}
