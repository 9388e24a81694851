import { quantile, seconds, table } from '../report/table.js';
import { totalOf } from './reviews.js';
import type { FailoverReport } from './run-failovers.js';

const HEAD = [
  'kind',
  'runs',
  'requests',
  'called twice',
  'lost and named',
  'lost, cannot be named',
  'lost and not named',
  'other findings',
  'errors seen',
  'in review',
  'of them by the failure',
  'accepting p50 s',
  'p99 s',
  'calling p50 s',
  'p99 s',
];

/** The figures of one kind, one line. */
export function summarise({ kind, runs, findings }: FailoverReport): string {
  const sum = (of: (run: FailoverReport['runs'][number]) => number): number =>
    runs.reduce((total, run) => total + of(run), 0);
  const count = (which: string): number => findings.filter((finding) => finding.kind === which).length;
  const { inReview, byFailure } = totalOf(runs.map(({ reviews }) => reviews));
  const accepting = runs.flatMap(({ acceptingMs }) => acceptingMs ?? []);
  const calling = runs.flatMap(({ callingMs }) => callingMs ?? []);
  const unnameable = sum((run) => run.unnameable);
  return table([
    HEAD,
    [
      kind.name,
      runs.length,
      sum(({ requests }) => requests),
      count('duplicate'),
      sum(({ lost }) => lost) - unnameable - count('unnamed'),
      unnameable,
      count('unnamed'),
      findings.length - count('duplicate') - count('unnamed'),
      sum(({ errors }) => errors),
      inReview,
      byFailure,
      seconds(quantile(accepting, 0.5)),
      seconds(quantile(accepting, 0.99)),
      seconds(quantile(calling, 0.5)),
      seconds(quantile(calling, 0.99)),
    ],
  ]);
}
