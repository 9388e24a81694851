/** South Africa has no daylight saving time: two hours ahead of UTC all year. */
const AHEAD_MS = 2 * 3_600_000;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A moment as people file it, in the time zone of the country whose registers are consulted: "01 Sep 2026, 10:00 SAST".
 * Formatted by our own code, so that a document has the same bytes wherever it is made.
 */
export function localTime(iso: string): string {
  const local = new Date(Date.parse(iso) + AHEAD_MS).toISOString();
  const month = MONTHS[Number(local.slice(5, 7)) - 1] ?? '';
  return `${local.slice(8, 10)} ${month} ${local.slice(0, 4)}, ${local.slice(11, 16)} SAST`;
}
