import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { NavigateOptions } from '@tanstack/react-router';
import type { Act } from '../../../../shared/domain/access.js';
import { isPublicId } from '../../../../shared/domain/public-id.js';
import { SERVICES } from '../../../../shared/services/index.js';
import type { WireHistory, WireHistoryEntry } from '../../../../shared/wire/history.js';
import { navigationOf } from '../../app/shell/navigation.js';
import { request } from '../../lib/api/request.js';
import { agoWords } from '../../lib/format.js';
import { rememberSubject } from '../../lib/session/known-subjects.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { lookAtSubject } from '../subject/subject-in-view.js';

export interface PaletteItem {
  key: string;
  label: string;
  note: string;
  to: NavigateOptions;
  /** Stores in memory what must not appear in an address. */
  prepare?: () => void;
}

type May = (act: Act) => boolean;

const SEARCH_AFTER_MS = 300;
const SHOWN = 8;

/** What matches the words, including the requests that the API finds for them. */
export function usePaletteItems(typed: string): { items: PaletteItem[]; searching: boolean } {
  const { role, mode } = useAccount();
  const may = useMay();
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, SEARCH_AFTER_MS);
  const wanted = may('read_reports') && settled.length >= 3 && !isPublicId('verification', settled);
  const search = useQuery({
    queryKey: ['/verifications', 'palette', settled],
    queryFn: ({ signal }) => findRequests(settled, signal),
    enabled: wanted,
    // The search may be about a person, so its results are not cached.
    gcTime: 0,
  });
  const found = wanted && settled === text ? search.data : undefined;
  return {
    items: [
      ...pagesFor(may, navigationOf(role, mode), text),
      ...idsFor(may, text),
      ...(found === undefined ? [] : requests(found, text)),
    ],
    searching: wanted && search.isFetching,
  };
}

interface Found {
  byReference: WireHistoryEntry[];
  bySubject: WireHistoryEntry[];
}

async function findRequests(text: string, signal: AbortSignal): Promise<Found> {
  const find = async (filter: Record<string, string>) => {
    const body = { ...filter, limit: SHOWN };
    const page = await request<WireHistory>('/verifications/search', { method: 'POST', body, signal });
    return page.data;
  };
  // The API refuses a text that no service takes as a subject: here it simply finds nobody.
  const [byReference, bySubject] = await Promise.all([
    find({ reference: text }).catch(() => []),
    find({ subject: text }).catch(() => []),
  ]);
  return { byReference, bySubject };
}

function requests({ byReference, bySubject }: Found, text: string): PaletteItem[] {
  const [newest] = bySubject;
  const subject: PaletteItem[] =
    newest === undefined
      ? []
      : [
          {
            key: 'subject',
            label: 'Everything about this subject',
            note: newest.subject,
            to: { to: '/checks/subject' },
            prepare: () => lookAtSubject(text),
          },
        ];
  return [
    ...subject,
    ...byReference.map((entry) => ({ ...requestItem(entry), key: `reference ${entry.request_id}` })),
    ...bySubject.map((entry) => ({
      ...requestItem(entry),
      prepare: () => rememberSubject(entry.request_id, { subject: text, serviceCode: entry.service_code }),
    })),
  ];
}

function requestItem(entry: WireHistoryEntry): PaletteItem {
  const { request_id, service_label, reference, subject, created_at } = entry;
  return {
    key: request_id,
    label: `${service_label} · ${reference ?? subject}`,
    note: agoWords(created_at),
    to: { to: '/checks/$requestId', params: { requestId: request_id } },
  };
}

function pagesFor(may: May, ways: ReturnType<typeof navigationOf>, text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (label: string) => words.every((word) => label.toLowerCase().includes(word));
  const pages = ways.map(({ to, label }): PaletteItem => ({ key: to, label, note: 'Page', to: { to } }));
  const services =
    may('submit') && words.length > 0
      ? SERVICES.map(
          ({ code, label }): PaletteItem => ({
            key: code,
            label,
            note: 'New check',
            to: { to: '/checks/new', search: { service: code } },
          }),
        )
      : [];
  return [...pages, ...services].filter(({ label }) => fits(label));
}

function idsFor(may: May, text: string): PaletteItem[] {
  if (isPublicId('verification', text) && (may('read_reports') || may('work_reviews'))) {
    const to = may('read_reports') ? '/checks/$requestId' : '/reviews/$requestId';
    return [{ key: text, label: text, note: 'Open', to: { to, params: { requestId: text } } }];
  }
  if (isPublicId('client', text) && may('read_clients')) {
    return [
      { key: text, label: text, note: 'Open', to: { to: '/clients/$clientId', params: { clientId: text } } },
    ];
  }
  return [];
}
