import { serverNow } from '../../lib/server-clock.js';

/** The lengths, in days, of a statement and its chart that end now; empty for everything. */
const LATEST = [
  { value: '', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

const MONTH = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Months to choose from, that which is not over included: what accounts are closed by. */
const MONTHS = 13;

/** The API's filter for a period. */
export interface Period {
  created_from?: string;
  created_to?: string;
}

/** What can be chosen: the latest days, and months by their first day. */
export function periodChoices(now = new Date(serverNow())): { value: string; label: string }[] {
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(now.getFullYear(), now.getMonth() - back, 1);
    const month = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
    return { value: month, label: MONTH.format(new Date(`${month}-01`)) };
  });
  return [...LATEST, ...months];
}

/**
 * The chosen period in the viewer's time zone: a month, or so many days with today as the last. Counted by the
 * calendar: where clocks change, a day has 23 or 25 hours.
 */
export function periodOf(chosen: string, now = new Date(serverNow())): Period {
  if (chosen === '') return {};
  const [year, month] = chosen.split('-').map(Number);
  if (year !== undefined && month !== undefined) {
    const end = new Date(year, month, 1).getTime() - 1;
    return {
      created_from: new Date(year, month - 1, 1).toISOString(),
      created_to: new Date(end).toISOString(),
    };
  }
  const start = new Date(now);
  start.setDate(start.getDate() - (Number(chosen) - 1));
  start.setHours(0, 0, 0, 0);
  return { created_from: start.toISOString() };
}
