import type { Finding } from '../check/find-broken-promises.js';
import { Random } from '../random.js';
import { seconds } from '../report/table.js';
import type { EarlierRelease } from './earlier-release.js';
import { type FailoverSite, openFailoverSite } from './failover-site.js';
import { judgeTraces } from './judge-traces.js';
import type { Kind } from './kinds.js';
import { playRun, type RunReport } from './play-run.js';

export interface FailoverOptions {
  kind: Kind;
  runs: number;
  /** No run is begun later than so many seconds after the start. */
  seconds: number;
  seed: string;
  /** What a kind that upgrades begins with. */
  earlier?: EarlierRelease | undefined;
  /** Whether what was seen of the checks is replayed against the model of the protocol, where Spin is installed. */
  replays: boolean;
  say(line: string): void;
}

export interface FailoverReport {
  readonly kind: Kind;
  readonly runs: readonly RunReport[];
  readonly findings: readonly Finding[];
  /** What else is to be said. */
  readonly notes: readonly string[];
  /** Processes that ended by themselves, and were started again. */
  readonly ownEnds: number;
  /** Logs of the sites on which something was found. */
  readonly logs: readonly string[];
}

/** What a site has been through makes its checks slower; a new one is begun after so many runs. */
const RUNS_PER_SITE = 20;

/** Has the servers of one kind fail as often as wanted, on one site after the other. */
export async function runFailovers(options: FailoverOptions): Promise<FailoverReport> {
  const endAt = performance.now() + options.seconds * 1_000;
  const runs: RunReport[] = [];
  const logs: string[] = [];
  let ownEnds = 0;
  while (runs.length < options.runs && performance.now() < endAt) {
    const site = await openFailoverSite(options.kind, options.earlier);
    let sound = false;
    try {
      const most = Math.min(options.runs, runs.length + (options.kind.runsPerSite ?? RUNS_PER_SITE));
      sound = await playRuns(site, { ...options, most, endAt }, runs);
      ownEnds += site.ownEnds();
    } finally {
      await site.close(!sound);
      if (!sound) logs.push(site.logs);
    }
  }
  const traces = runs.flatMap((run) => run.traces);
  const traced = options.replays ? [judgeTraces(options.kind, traces)] : [];
  const findings = [...runs, ...traced].flatMap((judged) => judged.findings);
  return { kind: options.kind, runs, findings, notes: traced.map(({ note }) => note), ownEnds, logs };
}

/** Adds to `runs`; false when something was found, after which the site is no longer fit to be used. */
async function playRuns(
  site: FailoverSite,
  { kind, seed, most, endAt, say }: FailoverOptions & { most: number; endAt: number },
  runs: RunReport[],
): Promise<boolean> {
  while (runs.length < most && performance.now() < endAt) {
    const number = runs.length + 1;
    const report = await playRun(
      site,
      kind,
      `${kind.name}-${number}`,
      new Random(`${seed}/${kind.name}-${number}`),
    );
    runs.push(report);
    say(describe(kind, number, report));
    if (report.findings.length > 0) return false;
  }
  return true;
}

function describe({ name }: Kind, number: number, report: RunReport): string {
  const { requests, lost, unnameable, errors, inReview, acceptingMs, callingMs, findings } = report;
  const without = unnameable > 0 ? `, ${unnameable} of them cannot be named` : '';
  const broken = findings.map(({ kind, what }) => `\n  BROKEN ${kind}: ${what}`).join('');
  return (
    `${name} ${number}: ${requests} requests, ${lost} lost${without}, ${inReview} in review, ${errors} errors seen, ` +
    `accepting after ${seconds(acceptingMs)} s, calling after ${seconds(callingMs)} s${broken}`
  );
}
