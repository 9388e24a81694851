import { durationWords } from '../../lib/format.js';

/** The longest a client should wait for a decision. */
const DUE_AFTER_S = 24 * 3_600;

/** When a case should be decided: "in 3 h", "2 days ago". */
export function dueWords(ageSeconds: number): { words: string; late: boolean } {
  const left = DUE_AFTER_S - ageSeconds;
  const words = durationWords(Math.abs(left) * 1_000);
  return left < 0 ? { words: `${words} ago`, late: true } : { words: `in ${words}`, late: false };
}
