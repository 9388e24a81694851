import type { WireFigures } from '../../../../shared/wire/home.js';

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
