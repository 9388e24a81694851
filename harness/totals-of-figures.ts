import { isLive } from '../shared/db/of-mode.js';
import { OUTCOMES } from '../shared/domain/outcome.js';

const RUNNING = ['submitted', 'completed', 'credits', 'reviewed'];
const FIGURES = [...RUNNING, ...OUTCOMES];
const DAYS = 'WINDOW days AS (PARTITION BY client_id ORDER BY day)';

/** Queries for totals that are not the sums of the daily rows of live clients, by what they would mean. */
export const WRONG_TOTALS: Readonly<Record<string, string>> = {
  'the figures of all clients together are not the sum of theirs': difference(
    ['day', 'service_code'],
    FIGURES,
    `SELECT day, service_code, ${FIGURES.join(', ')} FROM figure_totals`,
    `SELECT day, service_code, ${FIGURES.join(', ')} FROM daily_figures WHERE ${isLive('client_id')}`,
  ),
  'the turnarounds of all clients together are not the sum of theirs': difference(
    ['day', 'service_code', 'took_class'],
    ['completed'],
    'SELECT day, service_code, took_class, completed FROM turnaround_totals',
    `SELECT day, service_code, took_class, completed FROM daily_turnarounds WHERE ${isLive('client_id')}`,
  ),
  'the running total of a client is not the sum of its days': difference(
    ['client_id', 'day'],
    RUNNING,
    `SELECT client_id, day, ${RUNNING.join(', ')} FROM running_totals`,
    `SELECT client_id, day, ${RUNNING.map((name) => `sum(sum(${name})) OVER days AS ${name}`).join(', ')}
     FROM daily_figures WHERE ${isLive('client_id')} GROUP BY client_id, day ${DAYS}`,
  ),
};

/** The keys for which two queries do not have the same sums; a row that only one of them has counts as none. */
function difference(
  keys: readonly string[],
  counts: readonly string[],
  totals: string,
  daily: string,
): string {
  const columns = keys.join(', ');
  return `SELECT ${columns} FROM (
      SELECT ${columns}, ${counts.join(', ')} FROM (${totals}) AS totals
      UNION ALL SELECT ${columns}, ${counts.map((name) => `-${name}`).join(', ')} FROM (${daily}) AS daily
    ) AS compared GROUP BY ${columns} HAVING ${counts.map((name) => `sum(${name}) <> 0`).join(' OR ')}`;
}
