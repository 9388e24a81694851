import { countPaid, type SandboxCall } from '../../sandbox/call-log.js';
import type { Sql } from '../../shared/db/database.js';
import { type Finding, findBrokenPromises, findStrayCalls } from '../check/find-broken-promises.js';
import type { ClientRequest } from '../client/request.js';
import { Random } from '../random.js';
import type { Servers } from '../world/servers.js';
import { drawRound } from './draw-round.js';
import { judgeRound } from './judge-round.js';
import { playRound } from './play-round.js';
import { RaceSite, type RaceSiteOptions } from './race-site.js';
import { readRequests } from './read-requests.js';
import type { Kind, PlayedRound } from './round.js';
import { sortAnswers } from './sort-answers.js';

export interface RaceOptions extends RaceSiteOptions {
  rounds: number;
  /** Concurrent POSTs in each round. */
  posts: number;
  /** No round starts later than this many seconds after the beginning. */
  seconds: number;
  seed: string;
  say(line: string): void;
}

/** A round in figures. */
export interface RoundReport {
  kind: Kind;
  posts: number;
  accepted: number;
  replays: number;
  reused: number;
  refused: number;
  grants: number;
  /** Milliseconds from the first POST to the last answer. */
  ms: number;
  findings: readonly Finding[];
}

export interface RaceReport {
  rounds: readonly RoundReport[];
  /** The findings of the rounds, and of the run as a whole. */
  findings: readonly Finding[];
  checks: number;
  /** Calls the provider is paid for. */
  paidCalls: number;
}

const SAYS_EVERY = 50;

/** Plays rounds one after the other on one service, judges each, and judges the whole at the end. */
export async function runRaces(servers: Servers, options: RaceOptions): Promise<RaceReport> {
  const site = await RaceSite.open(servers, options);
  try {
    const rounds: RoundReport[] = [];
    const requests: ClientRequest[] = [];
    const endAt = performance.now() + options.seconds * 1_000;
    while (rounds.length < options.rounds && performance.now() < endAt) {
      const name = `round-${rounds.length + 1}`;
      const random = new Random(`${options.seed}/${name}`);
      const played = await playRound(site, drawRound(name, options.posts, random), random.for('order'));
      requests.push(...readRequests(played));
      rounds.push(reportOf(played));
      if (rounds.length % SAYS_EVERY === 0) options.say(describe(rounds, options));
    }
    return await reportAll(site.db, servers.provider.calls(), rounds, requests);
  } finally {
    await site.close();
  }
}

function describe(rounds: readonly RoundReport[], options: RaceOptions): string {
  const findings = rounds.flatMap((round) => round.findings);
  return `${rounds.length} of ${options.rounds} rounds, ${findings.length} findings`;
}

function reportOf(played: PlayedRound): RoundReport {
  const { round, ms } = played;
  const { accepted, replays, reused, refused } = sortAnswers(played);
  return {
    kind: round.kind,
    posts: round.posts.length,
    accepted: accepted.length,
    replays: replays.length,
    reused: reused.length,
    refused: refused.length,
    grants: round.grants.length,
    ms,
    findings: judgeRound(played),
  };
}

async function reportAll(
  sql: Sql,
  calls: readonly SandboxCall[],
  rounds: readonly RoundReport[],
  requests: readonly ClientRequest[],
): Promise<RaceReport> {
  const checks = (await sql.query<{ id: string }>('SELECT id FROM checks')).map(({ id }) => id);
  const paid = countPaid(calls);
  const uncalled = checks.filter((id) => paid[id] === undefined);
  const findings = [
    ...rounds.flatMap((round) => round.findings),
    ...(await findBrokenPromises(sql, requests, calls)),
    ...findStrayCalls(calls, new Set(checks)),
    ...uncalled.map((id): Finding => ({ kind: 'lost', what: `check ${id} was never called for` })),
  ];
  const paidCalls = Object.values(paid).reduce((total, times) => total + times, 0);
  return { rounds, findings, checks: checks.length, paidCalls };
}
