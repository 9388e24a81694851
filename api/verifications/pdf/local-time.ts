import { showDay } from '../../../shared/facts/show-fact.js';

/** South Africa has no daylight saving time: two hours ahead of UTC all year. */
const AHEAD_MS = 2 * 3_600_000;

/**
 * A moment as people file it, in the time zone of the country whose registers are consulted: "01 Sep 2026, 10:00 SAST".
 * Formatted by our own code, so that a document has the same bytes wherever it is made.
 */
export function localTime(iso: string): string {
  const local = new Date(Date.parse(iso) + AHEAD_MS).toISOString();
  return `${showDay(local.slice(0, 10))}, ${local.slice(11, 16)} SAST`;
}
