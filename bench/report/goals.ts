import { type Figures, medianIfMeasured } from './figures.js';

/** A goal: a ratio of two figures of one run, and its bound. */
interface Goal {
  id: string;
  label: string;
  of: string;
  to: string;
  bound: { atLeast: number } | { atMost: number };
}

/** The goals, in order. Every ratio is taken within a round, because absolute figures drift from hour to hour. */
const GOALS: readonly Goal[] = [
  goal(
    'P1',
    'accepted POST/s, one hot wallet ÷ plain implementation',
    'accept.hot.product',
    'accept.hot.plain',
    { atLeast: 18 },
  ),
  goal(
    'P2',
    'the same ÷ Express that only authenticates and validates',
    'accept.hot.product',
    'accept.bare',
    { atLeast: 0.7 },
  ),
  goal(
    'P2',
    'the same ÷ Express as it comes that only authenticates and validates',
    'accept.hot.product',
    'accept.bare-plain',
    { atLeast: 0.7 },
  ),
  goal('P3', 'one hot wallet ÷ 1000 wallets', 'accept.hot.product', 'accept.many.product', { atLeast: 0.95 }),
  goal('P4', '1 ms commits ÷ commits as they are', 'commit.slow.product', 'commit.normal.product', {
    atLeast: 0.75,
  }),
  goal('P5', 'a lone POST ÷ plain implementation, p50', 'accept.lone.product', 'accept.lone.plain', {
    atMost: 0.35,
  }),
  goal('P6', 'GET settled ÷ authenticated Express hello', 'read.settled', 'read.hello', { atLeast: 0.75 }),
  goal('P6', '304 ÷ authenticated Express hello', 'read.304', 'read.hello', { atLeast: 0.85 }),
  goal('P7', 'worker checks/s ÷ bare BullMQ, provider 0 ms', 'worker.0.product', 'worker.0.bare', {
    atLeast: 0.65,
  }),
  goal('P7', 'worker checks/s ÷ bare BullMQ, provider 20 ms', 'worker.20.product', 'worker.20.bare', {
    atLeast: 0.65,
  }),
  goal(
    'P7',
    'worker checks/s ÷ plain implementation, provider 20 ms',
    'worker.20.product',
    'worker.20.plain',
    { atLeast: 12 },
  ),
  goal(
    'P8',
    'overhead over the provider, alone, p50 ÷ plain',
    'path.1.product.overhead',
    'path.1.plain.overhead',
    { atMost: 0.45 },
  ),
  goal('P9', 'whole path, 256 connections ÷ plain', 'path.256.product.rate', 'path.256.plain.rate', {
    atLeast: 18,
  }),
  goal(
    'P10',
    'accepted POST/s with 10⁶ ÷ with 10⁴ verifications',
    'growth.1000000.accept',
    'growth.10000.accept',
    { atLeast: 0.9 },
  ),
  goal(
    'P10',
    'history page with 10⁶ ÷ with 10⁴ verifications',
    'growth.1000000.history',
    'growth.10000.history',
    { atLeast: 0.9 },
  ),
  goal('P10', 'report with 10⁶ ÷ with 10⁴ verifications', 'growth.1000000.report', 'growth.10000.report', {
    atLeast: 0.9,
  }),
  goal('P10', '2 workers ÷ 1, provider 20 ms', 'scale.workers.2', 'scale.workers.1', { atLeast: 0.9 }),
  goal('P10', '2 APIs ÷ 1', 'scale.apis.2', 'scale.apis.1', { atLeast: 0.9 }),
  goal('P11', 'API memory after many ÷ after few verifications', 'memory.api.many', 'memory.api.few', {
    atMost: 1.3,
  }),
  goal(
    'P11',
    'worker memory after many ÷ after few verifications',
    'memory.worker.many',
    'memory.worker.few',
    { atMost: 1.3 },
  ),
  goal('P12', 'synchronous_commit on ÷ off', 'commit.normal.product', 'commit.off.product', { atLeast: 0.8 }),
  goal('E1', 'accepted POST/s, 100 wallets, with the transparency log ÷ without', 'log.on', 'log.off', {
    atLeast: 0.97,
  }),
  goal('E1', 'processor time per POST of all processes, with ÷ without', 'log.on.cpu', 'log.off.cpu', {
    atMost: 1.03,
  }),
  goal(
    'R1',
    'processor time per POST, row-level security on ÷ off and no scope sent',
    'rows.accept.on.cpu',
    'rows.accept.unscoped.cpu',
    { atMost: 1.03 },
  ),
  goal('R1', 'the same per poll', 'rows.poll.on.cpu', 'rows.poll.unscoped.cpu', { atMost: 1.03 }),
  goal(
    'R1',
    'accepted POST/s, row-level security on ÷ off and no scope sent',
    'rows.accept.on',
    'rows.accept.unscoped',
    { atLeast: 0.97 },
  ),
  goal('R1', 'polls/s, likewise', 'rows.poll.on', 'rows.poll.unscoped', { atLeast: 0.97 }),
];

function goal(id: string, label: string, of: string, to: string, bound: Goal['bound']): Goal {
  return { id, label, of, to, bound };
}

/** A goal and whether it was met. */
export interface GoalResult {
  id: string;
  label: string;
  /** For example `≥ 12`. */
  bound: string;
  ratios: number[];
  median: number;
  met: boolean;
}

/** The goals whose figures were measured. One with a value missing in any round is not met: its median is NaN. */
export function judgeGoals(figures: Pick<Figures, 'find'>): GoalResult[] {
  return GOALS.flatMap(({ id, label, of, to, bound }) => {
    const above = figures.find(of)?.values ?? [];
    const below = figures.find(to)?.values ?? [];
    if (above.length === 0 || below.length === 0) return [];
    const rounds = Math.min(above.length, below.length);
    const ratios = Array.from(
      { length: rounds },
      (_item, round) => (above[round] ?? 0) / (below[round] ?? 0),
    );
    const middle = medianIfMeasured(ratios);
    const isLower = 'atLeast' in bound;
    return {
      id,
      label,
      bound: isLower ? `≥ ${bound.atLeast}` : `≤ ${bound.atMost}`,
      ratios,
      median: middle,
      met: isLower ? middle >= bound.atLeast : middle <= bound.atMost,
    };
  });
}
