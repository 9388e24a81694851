import { durationWords, formatNumber } from '../../lib/format.js';

/** How long a call took: "71 ms", and from a second on "2.4 s". */
export function callTime(ms: number): string {
  return ms < 1_000 ? `${formatNumber(ms)}\u00a0ms` : durationWords(ms);
}
