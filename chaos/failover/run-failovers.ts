import type { Finding } from '../check/find-broken-promises.js';
import { Random } from '../random.js';
import { seconds } from '../report/table.js';
import type { EarlierRelease } from './earlier-release.js';
import { type FailoverSite, openFailoverSite } from './failover-site.js';
import { judgeTraces } from './judge-traces.js';
import type { Kind } from './kinds.js';
import { playRun, type RunReport } from './play-run.js';
import { describeReviews } from './reviews.js';

export interface FailoverOptions {
  kind: Kind;
  runs: number;
  /** No run starts later than this many seconds after the beginning. */
  seconds: number;
  seed: string;
  /** The release a kind that upgrades starts from. */
  earlier?: EarlierRelease | undefined;
  /** Whether the observations are replayed against the protocol model, if Spin is installed. */
  replays: boolean;
  say(line: string): void;
}

export interface FailoverReport {
  readonly kind: Kind;
  readonly runs: readonly RunReport[];
  readonly findings: readonly Finding[];
  /** Further notes for the report. */
  readonly notes: readonly string[];
  /** Processes that ended unexpectedly, and were restarted. */
  readonly ownEnds: number;
  /** Logs of the sites on which something was found. */
  readonly logs: readonly string[];
}

/** A site's history makes its checks slower; a new one is started after this many runs. */
const RUNS_PER_SITE = 20;

/** Makes the servers of one kind fail as often as requested, on one site after the other. */
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

/** Adds to `runs`; false if something was found, after which the site is no longer fit for use. */
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
  const { requests, lost, unnameable, errors, reviews, acceptingMs, callingMs, findings } = report;
  const without = unnameable > 0 ? `, ${unnameable} of them cannot be named` : '';
  const broken = findings.map(({ kind, what }) => `\n  BROKEN ${kind}: ${what}`).join('');
  return (
    `${name} ${number}: ${requests} requests, ${lost} lost${without}, ${describeReviews(reviews)}, ${errors} errors seen, ` +
    `accepting after ${seconds(acceptingMs)} s, calling after ${seconds(callingMs)} s${broken}`
  );
}
