import type { WireFigures } from '../../../../shared/wire/home.js';
import { durationWords } from '../../lib/format.js';

/** "2.4 s", or a dash if nothing is known yet. */
export function turnaroundWords(
  { turnaround }: Pick<WireFigures, 'turnaround'>,
  which: 'p50_ms' | 'p95_ms' = 'p50_ms',
): string {
  return turnaround === null ? '–' : durationWords(turnaround[which]);
}
