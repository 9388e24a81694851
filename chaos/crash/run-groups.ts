import { type Finding, findStrayCalls } from '../check/find-broken-promises.js';
import type { Servers } from '../world/servers.js';
import { type Group, type GroupReport, runGroup } from './run-group.js';

export interface RunOptions {
  /** No group starts later than this many seconds after the beginning. */
  seconds: number;
  /** Concurrent groups: while one waits for recovery, the others kill. */
  atOnce: number;
  say(line: string): void;
}

export interface MatrixReport {
  groups: readonly GroupReport[];
  /** Paid calls that no database knows about. */
  strays: readonly Finding[];
  /** All findings, including strays. */
  findings: readonly Finding[];
}

/** Runs groups of kills on these servers. Throws if one cannot be completed. */
export async function runGroups(
  servers: Servers,
  planned: readonly Group[],
  options: RunOptions,
): Promise<MatrixReport> {
  const waiting = [...planned];
  const groups: GroupReport[] = [];
  const endAt = performance.now() + options.seconds * 1_000;
  async function lane(): Promise<void> {
    while (performance.now() < endAt) {
      const group = waiting.shift();
      if (group === undefined) return;
      const report = await runGroup(servers, group);
      groups.push(report);
      options.say(describe(group, report));
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  const known = new Set(groups.flatMap(({ checkIds }) => checkIds));
  const strays = findStrayCalls(servers.provider.calls(), known);
  return { groups, strays, findings: [...groups.flatMap(({ findings }) => findings), ...strays] };
}

function describe({ name }: Group, { kills, findings }: GroupReport): string {
  const hit = kills.filter(({ effective }) => effective).length;
  const said = findings.map(({ kind, what }) => `\n  BROKEN ${kind}: ${what}`).join('');
  return `${name}: ${kills.length} kills, ${hit} on the spot${said}`;
}
