import type { Registry } from 'prom-client';
import { loadUncounted, type Uncounted } from '../backlog/uncounted-entries.js';
import type { Sql } from '../db/database.js';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';

const KEPT_MS = 15_000;
/** Well within the 10 s that Prometheus waits by default. */
const ANSWERS_WITHIN_MS = 3_000;

/**
 * Adds how far the daily figures are behind: start pages and lists of clients go on showing old ones without a word.
 */
export function watchFigures(registry: Registry, db: Sql): void {
  registerReading<Uncounted>(registry, {
    read: () => withinTime(loadUncounted(db), ANSWERS_WITHIN_MS),
    gauges: [
      {
        name: 'daily_figures_behind_seconds',
        help: 'Age of the oldest ledger entry that the daily figures do not contain yet, 0 when they have all',
        samples: ({ oldestSeconds }) => [[{}, oldestSeconds ?? 0]],
      },
    ],
    keptMs: KEPT_MS,
  });
}
