import { useEffect, useState } from 'react';
import type { WireHistoryEntry } from '../../../../shared/wire/history.js';
import { usePagedList } from '../../lib/api/use-paged-list.js';
import { rememberSubject } from '../../lib/session/known-subjects.js';
import type { HistoryFilters } from './history-search.js';

// A search rather than a list: a subject must not appear in an address, which logs keep.
export const HISTORY_PATH = '/verifications/search';

const WHILE_PENDING_MS = 5_000;

/**
 * The checks that match the filters, newest first, kept up to date until each has a result or waits for support. After
 * a search for a whole subject, this tab knows the subject of each match.
 */
export function useHistory(filters: HistoryFilters) {
  const [pending, setPending] = useState(false);
  const list = usePagedList<WireHistoryEntry>(HISTORY_PATH, filters, {
    search: true,
    ...(pending && { refetchMs: WHILE_PENDING_MS }),
  });
  const { items, isPlaceholderData } = list;
  useEffect(() => setPending(items?.some(({ status }) => status === 'pending') === true), [items]);
  useEffect(() => {
    if (filters.subject === undefined || isPlaceholderData) return;
    for (const { request_id, service_code } of items ?? []) {
      rememberSubject(request_id, { subject: filters.subject, serviceCode: service_code });
    }
  }, [items, isPlaceholderData, filters.subject]);
  return list;
}
