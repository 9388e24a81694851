import { useEffect, useState } from 'react';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { rememberSubject } from '../../lib/session/known-subjects.js';
import type { HistoryFilters } from './history-search.js';

// A search rather than a list: a subject must not appear in an address, which logs keep.
export const HISTORY_PATH = '/verifications/search';

/** While a check is pending, for each check that is shown: all of them are read again, page by page. */
const REFETCH_MS_EACH = 200;
const FIRST_PAGE = 25;

/**
 * The checks that match the filters, newest first, kept up to date until each has a result or waits for support. After
 * a search for a whole subject, this tab knows the subject of each match.
 */
export function useHistory(filters: HistoryFilters) {
  const [refetchMs, setRefetchMs] = useState<number>();
  const list = usePagedList<WireHistoryEntry>(HISTORY_PATH, filters, {
    search: true,
    ...(refetchMs !== undefined && { refetchMs }),
  });
  const { items, isPlaceholderData } = list;
  useEffect(() => {
    const pending = items?.some(({ status }) => status === 'pending');
    setRefetchMs(pending ? REFETCH_MS_EACH * Math.max(FIRST_PAGE, items?.length ?? 0) : undefined);
  }, [items]);
  useEffect(() => {
    if (filters.subject === undefined || isPlaceholderData) return;
    for (const { request_id, service_code } of items ?? []) {
      rememberSubject(request_id, { subject: filters.subject, serviceCode: service_code });
    }
  }, [items, isPlaceholderData, filters.subject]);
  return list;
}
