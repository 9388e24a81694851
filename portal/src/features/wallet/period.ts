import { serverNow } from '../../lib/server-clock.js';
import { LATEST_DAYS, MONTH_VALUE } from './wallet-search.js';

const LATEST = [
  { value: '', label: 'All time' },
  ...LATEST_DAYS.map((value) => ({ value, label: `Last ${Number.parseInt(value, 10)} days` })),
];

const MONTH = new Intl.DateTimeFormat('en-ZA', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Months to choose from, that which is not over included: what accounts are closed by. */
const MONTHS = 13;

/** The API's filter for a period. */
export interface Period {
  created_from?: string;
  created_to?: string;
}

/** What can be chosen: the latest days, months, and a month that was chosen although it is none of them. */
export function periodChoices(chosen = '', now = new Date(serverNow())): { value: string; label: string }[] {
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const first = new Date(now.getFullYear(), now.getMonth() - back, 1);
    const month = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
    return monthChoice(month);
  });
  const choices = [...LATEST, ...months];
  return choices.some(({ value }) => value === chosen) ? choices : [...choices, monthChoice(chosen)];
}

function monthChoice(month: string) {
  return { value: month, label: MONTH.format(new Date(`${month}-01`)) };
}

/**
 * The chosen period in the viewer's time zone: a month, or so many days with today as the last. Counted by the
 * calendar: where clocks change, a day has 23 or 25 hours.
 */
export function periodOf(chosen: string, now = new Date(serverNow())): Period {
  if (chosen === '') return {};
  if (MONTH_VALUE.test(chosen)) {
    const [year = 0, month = 0] = chosen.split('-').map(Number);
    const end = new Date(year, month, 1).getTime() - 1;
    return {
      created_from: new Date(year, month - 1, 1).toISOString(),
      created_to: new Date(end).toISOString(),
    };
  }
  const start = new Date(now);
  start.setDate(start.getDate() - (Number.parseInt(chosen, 10) - 1));
  start.setHours(0, 0, 0, 0);
  return { created_from: start.toISOString() };
}
