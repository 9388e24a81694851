import type { WireFigures } from '../../../../shared/wire/home.js';
import { formatCredits } from '../../lib/format.js';

/** The share of answers with a record; undefined if there are no answers. */
export function foundRate({
  outcomes: { positive, negative, mixed, no_record },
}: Pick<WireFigures, 'outcomes'>): number | undefined {
  const found = positive + negative + mixed;
  return found + no_record === 0 ? undefined : found / (found + no_record);
}

/** The share of completed checks that support decided; undefined if none is completed. */
export function reviewRate({
  reviewed,
  completed,
}: Pick<WireFigures, 'reviewed' | 'completed'>): number | undefined {
  return completed === 0 ? undefined : reviewed / completed;
}

/** How much is spent in a day, on average; whoever spends little does not spend nothing. */
export function perDayWords(credits: number): string {
  if (credits > 0 && credits < 1) return 'Less than 1 credit a day';
  return `About ${formatCredits(Math.round(credits))} a day`;
}
