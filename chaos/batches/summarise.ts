import { quantile, table } from '../report/table.js';
import type { BatchesReport } from './run-batches.js';
import type { Waits } from './visitor.js';

/** The figures of the run: the results of the rows, and how long the other client waited. */
export function summarise({ findings, rows, results, seconds, kills, ...report }: BatchesReport): string {
  const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  const idle = p99(report.alone);
  const line = (name: string, waits: Waits): (string | number)[] => [
    name,
    waits.times.length,
    inMs(quantile(waits.times, 0.5)),
    inMs(p99(waits)),
    ratio(p99(waits), idle),
  ];
  return [
    table([
      ['rows', 'called twice', 'lost', 'out of balance', 'kills of APIs', 'kills of workers', 'seconds'],
      [
        rows,
        count('duplicate'),
        count('lost'),
        count('imbalance'),
        kills.api,
        kills.worker,
        Math.round(seconds),
      ],
    ]),
    '',
    table([
      ['single requests of another client', 'requests', 'p50 ms', 'p99 ms', 'p99 ÷ alone'],
      line('alone', report.alone),
      line('beside the batches', report.beside),
      line('beside the batches, under kills', report.underKills),
    ]),
    '',
    `- Rows at the end: ${Object.entries(results)
      .map(([status, number]) => `${number} ${status}`)
      .join(', ')}.`,
  ].join('\n');
}

const p99 = ({ times }: Waits): number | undefined => quantile(times, 0.99);

const inMs = (ms: number | undefined): string => (ms === undefined ? '–' : ms.toFixed(0));

const ratio = (ms: number | undefined, idle: number | undefined): string =>
  ms === undefined || idle === undefined ? '–' : (ms / idle).toFixed(2);
