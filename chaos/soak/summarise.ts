import { quantile, seconds, table } from '../report/table.js';
import type { SoakReport } from './check-soak.js';

/** The figures of the run: what was injected, and the result. */
export function summarise(report: SoakReport): string {
  const kinds = [...new Set(report.strikes.map(({ kind }) => kind))].sort();
  const lines = kinds.map((kind) => {
    const own = report.strikes.filter((strike) => strike.kind === kind);
    return [kind, own.length, ...recoveries(own)];
  });
  const { findings, requests, strikes } = report;
  const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  return [
    table([
      ['fault', 'times', 'recovery p50 s', 'recovery p99 s'],
      ...lines,
      ['all', strikes.length, ...recoveries(strikes)],
    ]),
    '',
    table([
      [
        'requests',
        'faults',
        'kinds',
        'called twice',
        'lost',
        'another id',
        'out of balance',
        'stuck',
        'unexpected answers',
        'never told',
        'told under two ids',
      ],
      [
        requests,
        strikes.length,
        kinds.length,
        count('duplicate'),
        count('lost'),
        count('replay'),
        count('imbalance'),
        count('stuck'),
        count('answer'),
        count('untold'),
        count('retold'),
      ],
    ]),
    '',
    table([
      ['transaction', 'commits lost', 'answers to commits lost'],
      ...Object.entries(report.losses).map(([purpose, { commits, answers }]) => [purpose, commits, answers]),
    ]),
    '',
    `- Verifications at the end: ${inWords(report.statuses)}.`,
    `- Answers until acceptance: ${inWords(report.answers)}.`,
    `- Webhook messages taken: ${report.delivered}.`,
    `- Processes that ended by themselves and were started again: ${report.ownEnds}.`,
  ].join('\n');
}

function recoveries(strikes: SoakReport['strikes']): [string, string] {
  const times = strikes.flatMap(({ recoveryMs }) => recoveryMs ?? []);
  return [seconds(quantile(times, 0.5)), seconds(quantile(times, 0.99))];
}

function inWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}
