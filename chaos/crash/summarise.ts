import type { Finding } from '../check/find-broken-promises.js';
import { quantile, seconds, table } from '../report/table.js';
import { KILL_POINTS } from './points/index.js';
import type { GroupReport, KillReport } from './run-group.js';

/** The figures of the run, one line per kill point. */
export function summarise(reports: readonly GroupReport[], strays: readonly Finding[]): string {
  const kills = reports.flatMap((report) => report.kills);
  const rows = KILL_POINTS.map(({ name }) => name).filter((name) =>
    kills.some(({ point }) => point.name === name),
  );
  const lines = rows.map((name) => {
    const own = reports.filter((report) => report.kills.some(({ point }) => point.name === name));
    return line(
      name,
      own.flatMap((report) => report.kills),
      own.flatMap((report) => report.findings),
    );
  });
  const findings = reports.flatMap((report) => report.findings);
  return table([HEAD, ...lines, line('all', kills, [...findings, ...strays])]);
}

const HEAD = [
  'killed at',
  'kills',
  'on the spot',
  'requests',
  'called twice',
  'lost',
  'out of balance',
  'not erased, opened or told',
  'in review',
  'kills with a review',
  'of the reviews never sent',
  'recovery p50 s',
  'recovery p99 s',
];

function line(name: string, kills: readonly KillReport[], findings: readonly Finding[]): (string | number)[] {
  const count = (...kinds: string[]): number => findings.filter(({ kind }) => kinds.includes(kind)).length;
  const sum = (of: (kill: KillReport) => number): number =>
    kills.reduce((total, kill) => total + of(kill), 0);
  const recoveries = kills.flatMap(({ recoveryMs }) => recoveryMs ?? []);
  return [
    name,
    kills.length,
    kills.filter(({ effective }) => effective).length,
    sum(({ ends }) => ends.requests),
    count('duplicate'),
    count('lost', 'replay'),
    count('imbalance'),
    count('unerased', 'unopened', 'untold', 'retold'),
    sum(({ ends }) => ends.reviews),
    kills.filter(({ ends }) => ends.reviews > 0).length,
    sum(({ ends }) => ends.neverSent),
    seconds(quantile(recoveries, 0.5)),
    seconds(quantile(recoveries, 0.99)),
  ];
}
