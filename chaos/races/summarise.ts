import { quantile, seconds, table } from '../report/table.js';
import { KINDS } from './round.js';
import type { RaceReport, RoundReport } from './run-races.js';

const HEAD = [
  'round',
  'rounds',
  'POSTs',
  'accepted',
  'replays',
  '422 key reused',
  '402 refused',
  'grants',
  'findings',
  'round p50 s',
  'round p99 s',
];

/** The figures of the run, one line per kind of round. */
export function summarise({ rounds, findings, checks, paidCalls }: RaceReport): string {
  const lines = KINDS.map((kind) => {
    const own = rounds.filter((round) => round.kind === kind);
    return line(kind, own, own.flatMap((round) => round.findings).length);
  });
  return [
    table([HEAD, ...lines, line('all', rounds, findings.length)]),
    '',
    `- Checks: ${checks}; calls that the provider is paid for: ${paidCalls}.`,
    '- A round lasts from its first POST until its last answer, which may have waited for the worker.',
  ].join('\n');
}

function line(name: string, rounds: readonly RoundReport[], findings: number): (string | number)[] {
  const sum = (of: (round: RoundReport) => number): number =>
    rounds.reduce((total, round) => total + of(round), 0);
  const times = rounds.map(({ ms }) => ms);
  return [
    name,
    rounds.length,
    sum(({ posts }) => posts),
    sum(({ accepted }) => accepted),
    sum(({ replays }) => replays),
    sum(({ reused }) => reused),
    sum(({ refused }) => refused),
    sum(({ grants }) => grants),
    findings,
    seconds(quantile(times, 0.5)),
    seconds(quantile(times, 0.99)),
  ];
}
