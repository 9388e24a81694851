/** South Africa has one time the year round, two hours ahead of UTC. */
const AHEAD_MS = 2 * 3_600_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A moment as somebody files it, in the time of the country whose registers are asked, with its zone:
 * "01 Sep 2026, 10:00 SAST". By our own words, so that a document has the same bytes wherever it is made.
 */
export function localTime(iso: string): string {
  const local = new Date(Date.parse(iso) + AHEAD_MS).toISOString();
  const month = MONTHS[Number(local.slice(5, 7)) - 1] ?? '';
  return `${local.slice(8, 10)} ${month} ${local.slice(0, 4)}, ${local.slice(11, 16)} SAST`;
}
