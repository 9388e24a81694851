import { isLive } from '../../../shared/db/of-mode.js';
import { RUNNING_COUNTS } from '../../../shared/db/running-totals.js';
import { OUTCOMES } from '../../../shared/domain/outcome.js';

const FIGURES = [...RUNNING_COUNTS, ...OUTCOMES];
const DAYS = 'WINDOW days AS (PARTITION BY client_id ORDER BY day)';

/** Names of the totals that triggers keep. */
export type Totals = 'figures' | 'turnarounds' | 'running';

/**
 * A query for the totals that are not the sums of the daily rows of live clients: by day and service, or of the running
 * ones by client and day. `among` is an SQL condition on their `day`, of the running ones on their `client_id`. Totals
 * and daily rows are read in one statement, hence of one moment, and change in one transaction: no worker is in the
 * way.
 */
export function wrongTotals(totals: Totals, among = 'true'): string {
  switch (totals) {
    case 'figures':
      return difference(
        ['day', 'service_code'],
        FIGURES,
        `SELECT day, service_code, ${FIGURES.join(', ')} FROM figure_totals WHERE ${among}`,
        `SELECT day, service_code, ${FIGURES.join(', ')} FROM daily_figures WHERE ${isLive('client_id')} AND ${among}`,
      );
    case 'turnarounds':
      return difference(
        ['day', 'service_code', 'took_class'],
        ['completed'],
        `SELECT day, service_code, took_class, completed FROM turnaround_totals WHERE ${among}`,
        `SELECT day, service_code, took_class, completed FROM daily_turnarounds
         WHERE ${isLive('client_id')} AND ${among}`,
      );
    case 'running':
      return difference(
        ['client_id', 'day'],
        RUNNING_COUNTS,
        `SELECT client_id, day, ${RUNNING_COUNTS.join(', ')} FROM running_totals WHERE ${among}`,
        `SELECT client_id, day, ${RUNNING_COUNTS.map((name) => `sum(sum(${name})) OVER days AS ${name}`).join(', ')}
         FROM daily_figures WHERE ${isLive('client_id')} AND ${among} GROUP BY client_id, day ${DAYS}`,
      );
  }
}

/** Queries for all wrong totals, by what they would mean. */
export const WRONG_TOTALS: Readonly<Record<string, string>> = {
  'the figures of all clients together are not the sum of theirs': wrongTotals('figures'),
  'the turnarounds of all clients together are not the sum of theirs': wrongTotals('turnarounds'),
  'the running total of a client is not the sum of its days': wrongTotals('running'),
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
