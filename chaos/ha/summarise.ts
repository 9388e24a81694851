import { totalOf } from '../failover/reviews.js';
import type { FailoverReport } from '../failover/run-failovers.js';
import { quantile, seconds, table } from '../report/table.js';
import type { RollingReport } from './rolling.js';

const HEAD = [
  'what happens',
  'runs',
  'requests',
  'accepting again, median s',
  'longest s',
  'calling again, median s',
  'longest s',
  'errors seen',
  'lost',
  'of them named',
  'called twice',
  'in review',
  'of them by the failure',
  'other findings',
];

/** A row for the table of docs/high-availability.md. */
export function rowOf(title: string, { runs, findings }: FailoverReport): (string | number)[] {
  const sum = (of: (run: FailoverReport['runs'][number]) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  const count = (which: string): number => findings.filter(({ kind }) => kind === which).length;
  const times = (of: (run: FailoverReport['runs'][number]) => number | undefined): string[] => {
    const values = runs.flatMap((run) => of(run) ?? []);
    return [seconds(quantile(values, 0.5)), seconds(values.length === 0 ? undefined : Math.max(...values))];
  };
  const { inReview, byFailure } = totalOf(runs.map(({ reviews }) => reviews));
  const lost = sum((run) => run.lost);
  const nameless = count('unnamed') + sum(({ unnameable }) => unnameable);
  return [
    ...[title, runs.length, sum(({ requests }) => requests)],
    ...[...times(({ acceptingMs }) => acceptingMs), ...times(({ callingMs }) => callingMs)],
    ...[sum(({ errors }) => errors), lost, lost - nameless, count('duplicate'), inReview, byFailure],
    findings.length - count('duplicate') - count('unnamed'),
  ];
}

/** The table of the failures. */
export function summarise(rows: readonly (readonly (string | number)[])[]): string {
  return table([HEAD, ...rows]);
}

/** The table of the rolling restarts. */
export function summariseRolling(reports: readonly RollingReport[]): string {
  return table([
    ['rolling restart', 'requests', 'failed', 'slowest s', 'all processes anew after s'],
    ...reports.map(({ requests, failed, slowestMs, tookMs }, index) => [
      index + 1,
      requests,
      failed.length,
      seconds(slowestMs),
      seconds(tookMs),
    ]),
  ]);
}
