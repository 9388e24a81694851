import { durationWords, formatNumber } from '../../lib/format.js';

/** The duration of a call: "71 ms", or from one second "2.4 s". */
export function callTime(ms: number): string {
  return ms < 1_000 ? `${formatNumber(ms)}\u00a0ms` : durationWords(ms);
}
