import { serverNow } from '../../lib/server-clock.js';

/** The lengths, in days, of a statement and its chart; empty for everything. */
export const PERIODS = [
  { value: '', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

/**
 * The start, in the viewer's time zone, of a period of this many days, today included; undefined for everything. Counted
 * by the calendar: where clocks change, a day has 23 or 25 hours.
 */
export function startOfPeriod(days: string, now = new Date(serverNow())): string | undefined {
  if (days === '') return undefined;
  const start = new Date(now);
  start.setDate(start.getDate() - (Number(days) - 1));
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}
