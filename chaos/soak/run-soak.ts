import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../shared/db/database.js';
import { statusesOf } from '../../test/support/settled.js';
import { waitFor } from '../../test/support/wait-for.js';
import { type Finding, findBrokenPromises, findStrayCalls } from '../check/find-broken-promises.js';
import { replayAll } from '../check/replay-all.js';
import type { Submitter } from '../client/submit.js';
import { Random } from '../random.js';
import type { Servers } from '../world/servers.js';
import { Sites } from '../world/site.js';
import { makeSubmitters, subscribe } from './clients.js';
import { type Cluster, startCluster } from './cluster.js';
import type { Fault } from './fault.js';
import { Load } from './load.js';
import type { LossyCommits } from './lossy-commits.js';
import { Nemesis, type Strike } from './nemesis.js';
import type { Soak } from './soak.js';
import { startWebhookReceiver } from './webhook-receiver.js';

export interface SoakOptions {
  faults: readonly Fault[];
  seconds: number;
  seed: string;
  apis: number;
  workers: number;
  /** Submissions a second. */
  rate: number;
  /** Faults at the same time. */
  hands: number;
  baseline: boolean;
  /** Takes away the index that lets one call of a check through: what a plain queue does by itself. */
  unguarded: boolean;
  say(line: string): void;
}

export interface SoakReport {
  strikes: readonly Strike[];
  findings: readonly Finding[];
  /** Requests of clients, probes included. */
  requests: number;
  /** Answers by status, and lost connections. */
  answers: Record<string, number>;
  /** Verifications by status at the end. */
  statuses: Record<string, number>;
  /** Webhook messages that were taken. */
  delivered: number;
  /** Commits that were lost, and answers to commits. */
  losses: LossyCommits['losses'];
  /** Processes that ended by themselves, and were started again. */
  ownEnds: number;
}

const CLIENTS = 4;
/** Long enough for an answer when the provider has to share a busy machine with everything else. */
const PROVIDER_TIMEOUT_MS = 10_000;
/** Healing takes a minute for circuits and half a minute for jobs of the dead, on a busy machine more. */
const SETTLES_WITHIN_MS = 240_000;
/** The plain implementation leaves requests behind for ever: half of that shows it. */
const BASELINE_SETTLES_WITHIN_MS = 120_000;

/** Runs load and nemesis for a while, heals, waits until nothing is pending, and checks everything from outside. */
export async function runSoak(servers: Servers, options: SoakOptions): Promise<SoakReport> {
  const { postgres, redis, provider } = servers;
  const sites = new Sites({
    superuserUrl: postgres.url,
    redisUrl: redis.url,
    providerUrl: provider.url,
    providerTimeoutMs: PROVIDER_TIMEOUT_MS,
  });
  const site = await sites.create();
  const cluster = await startCluster({ site, logs: servers.logs, ...options });
  const receiver = await startWebhookReceiver();
  const db = await openDatabase({ url: site.superuserUrl, applicationName: 'chaos', poolSize: 3 });
  try {
    if (options.unguarded) await db.query('DROP INDEX provider_calls_one_possible_call');
    const submitters = await makeSubmitters(site, CLIENTS, urlsInTurn(cluster));
    const [first] = submitters;
    if (first !== undefined && !options.baseline) await subscribe(first, receiver.url);
    const random = new Random(options.seed);
    const load = new Load(submitters, random.for('load'), options.rate);
    const soak: Soak = { servers, site, cluster, load, receiver, db };
    const strikes = await torment(soak, options, random.for('nemesis'));
    await load.stop();
    const settled = await settle(soak, options.baseline);
    return await check(soak, submitters, { strikes, settled });
  } finally {
    await cluster.close();
    await receiver.close();
    await db.close();
  }
}

/** The addresses of the APIs that are there, in turn; a caller finds out by itself which of them does not answer. */
function urlsInTurn({ apis }: Cluster): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return apis[turn % apis.length]?.url ?? 'http://127.0.0.1:9';
  };
}

async function torment(soak: Soak, options: SoakOptions, random: Random): Promise<readonly Strike[]> {
  const nemesis = new Nemesis(soak, { ...options, random });
  await Promise.race([sleep(options.seconds * 1_000), nemesis.ended]);
  await nemesis.stop();
  return nemesis.strikes;
}

/** Says whether everything is settled in time. */
async function settle({ db }: Soak, baseline: boolean): Promise<boolean> {
  return waitFor(async () => (await statusesOf(db)).pending === undefined, {
    timeoutMs: baseline ? BASELINE_SETTLES_WITHIN_MS : SETTLES_WITHIN_MS,
    describe: 'no request is pending',
  }).catch(() => false);
}

interface Torment {
  strikes: readonly Strike[];
  /** Nothing was pending in the end. */
  settled: boolean;
}

async function check(soak: Soak, submitters: readonly Submitter[], torment: Torment): Promise<SoakReport> {
  const { cluster, load, receiver, db } = soak;
  const answers = countAnswers(load);
  // Each client knows its own keys only.
  const ofClient = (index: number) => load.requests.filter(({ client }) => client === index);
  const unanswered = await Promise.all(
    submitters.map((submitter, index) => replayAll(ofClient(index), submitter)),
  );
  return {
    strikes: torment.strikes,
    findings: [
      ...unanswered.flat(),
      ...(await findBroken(soak)),
      ...findStuck(load, torment),
      ...findUnexpected(answers),
    ],
    requests: load.requests.length,
    answers,
    statuses: await statusesOf(db),
    delivered: receiver.taken(),
    losses: cluster.commits.losses,
    ownEnds: cluster.slots.reduce((total, { ownEnds }) => total + ownEnds, 0),
  };
}

async function findBroken({ servers, load, db }: Soak): Promise<Finding[]> {
  const calls = servers.provider.calls();
  const checks = await db.query<{ id: string }>('SELECT id FROM checks');
  return [
    ...(await findBrokenPromises(db, load.requests, calls)),
    ...findStrayCalls(calls, new Set(checks.map(({ id }) => id))),
  ];
}

function findStuck({ givenUp }: Load, { strikes, settled }: Torment): Finding[] {
  const unrecovered = strikes.filter(({ recoveryMs }) => recoveryMs === undefined);
  return [
    ...givenUp.map((what): Finding => ({ kind: 'lost', what })),
    ...unrecovered.map(({ kind }): Finding => {
      return { kind: 'stuck', what: `no request was completed after: ${kind}` };
    }),
    ...(settled ? [] : [{ kind: 'stuck', what: 'requests were still pending at the end' } as const]),
  ];
}

function countAnswers({ requests }: Load): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { answers } of requests) {
    for (const [status, times] of Object.entries(answers)) counts[status] = (counts[status] ?? 0) + times;
  }
  return counts;
}

/** Whatever is broken, a client that follows the rules hears of nothing but acceptance, 429 and 503. */
function findUnexpected(answers: Record<string, number>): Finding[] {
  const allowed = ['200', '201', '202', '429', '503', 'lost'];
  return Object.entries(answers)
    .filter(([status]) => !allowed.includes(status))
    .map(([status, times]) => ({ kind: 'answer', what: `${times} answers with status ${status}` }));
}
