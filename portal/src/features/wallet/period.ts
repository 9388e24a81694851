const DAY_MS = 24 * 3_600_000;

/** The lengths, in days, of a statement and its chart; empty for everything. */
export const PERIODS = [
  { value: '', label: 'All time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const;

/** The start, in the viewer's time zone, of a period of this many days; undefined for everything. */
export function startOfPeriod(days: string): string | undefined {
  if (days === '') return undefined;
  const start = new Date(Date.now() - (Number(days) - 1) * DAY_MS);
  start.setHours(0, 0, 0, 0);
  return start.toISOString();
}
