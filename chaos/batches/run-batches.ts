import { setTimeout as sleep } from 'node:timers/promises';
import { statusesOf } from '../../harness/wait-until-settled.js';
import type { SandboxCall } from '../../sandbox/call-log.js';
import type { Database } from '../../shared/db/database.js';
import { type Finding, findBrokenPromises, findStrayCalls } from '../check/find-broken-promises.js';
import type { Submitter } from '../client/submit.js';
import { Random } from '../random.js';
import { makeSubmitters } from '../soak/clients.js';
import { type Cluster, startCluster, urlsInTurn } from '../soak/cluster.js';
import type { Slot } from '../soak/slot.js';
import type { Servers } from '../world/servers.js';
import { createSite, openSiteDatabase } from '../world/site.js';
import { findLostRows } from './find-lost-rows.js';
import { killAtRandom } from './killer.js';
import { sendBatches } from './send-batches.js';
import { Visitor, type Waits } from './visitor.js';

export interface BatchesOptions {
  rows: number;
  seed: string;
  apis: number;
  workers: number;
  /** How long the other client is measured alone, and again next to the batches before anything is killed. */
  watchedSeconds: number;
  withinMinutes: number;
  say(line: string): void;
}

export interface BatchesReport {
  findings: readonly Finding[];
  rows: number;
  /** Rows by the status of their verification. */
  results: Readonly<Record<string, number>>;
  seconds: number;
  kills: Readonly<Record<Slot['role'], number>>;
  /** How long the other client waited. */
  alone: Waits;
  beside: Waits;
  underKills: Waits;
}

/** Long enough for an answer even when the provider shares a busy machine with everything else. */
const PROVIDER_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 2_000;

/**
 * Runs one client's batches to completion while processes are killed at random and another client submits single
 * checks, and then checks everything from outside.
 */
export async function runBatches(servers: Servers, options: BatchesOptions): Promise<BatchesReport> {
  const site = await createSite(servers, PROVIDER_TIMEOUT_MS);
  const cluster = await startCluster({ site, ...options, baseline: false });
  const db = await openSiteDatabase(site);
  try {
    const [owner, other] = await makeSubmitters(site, 2, urlsInTurn(cluster));
    if (owner === undefined || other === undefined) throw new Error('No clients were made');
    const visitor = new Visitor(other);
    const played = await play({ db, cluster, owner, visitor }, options);
    const calls = servers.provider.calls();
    const findings = await findAll(db, {
      calls,
      visitor,
      played,
      ownerId: owner.clientId,
      rows: options.rows,
    });
    return { ...played, findings, rows: options.rows, results: await statusesOf(db, owner.clientId) };
  } finally {
    await cluster.close();
    await db.close();
  }
}

type Played = Omit<BatchesReport, 'findings' | 'rows' | 'results'>;

interface Stage {
  db: Database;
  cluster: Cluster;
  owner: Submitter;
  visitor: Visitor;
}

async function play({ db, cluster, owner, visitor }: Stage, options: BatchesOptions): Promise<Played> {
  const watched = options.watchedSeconds * 1_000;
  const alone = await visitor.watch('alone', sleep(watched));
  await sendBatches(owner, options.rows);
  options.say(`${options.rows} rows are on their way`);
  const startedAt = performance.now();
  const ended = untilEnded(db, options.withinMinutes);
  const beside = await visitor.watch('beside', Promise.race([ended, sleep(watched)]));
  options.say('Processes are killed from now on');
  const [kills, underKills] = await Promise.all([
    killAtRandom(cluster.slots, new Random(options.seed), ended),
    visitor.watch('kills', ended),
  ]);
  return { kills, alone, beside, underKills, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Resolves when every batch has ended. Throws if one has not after this many minutes. */
async function untilEnded(db: Database, withinMinutes: number): Promise<void> {
  const deadline = performance.now() + withinMinutes * 60_000;
  const open = () => db.query(`SELECT FROM batches WHERE status NOT IN ('completed', 'cancelled') LIMIT 1`);
  while ((await open()).length > 0) {
    if (performance.now() > deadline) throw new Error(`Batches go on after ${withinMinutes} minutes`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function findAll(
  db: Database,
  run: { calls: readonly SandboxCall[]; visitor: Visitor; played: Played; ownerId: string; rows: number },
): Promise<Finding[]> {
  const checks = await db.query<{ id: string }>('SELECT id FROM checks');
  const { alone, beside, underKills, kills } = run.played;
  return [
    ...(await findBrokenPromises(db, run.visitor.requests, run.calls)),
    ...findStrayCalls(run.calls, new Set(checks.map(({ id }) => id))),
    ...(await findLostRows(db, run.ownerId, run.rows)),
    ...(kills.api > 0 && kills.worker > 0
      ? []
      : [{ kind: 'stuck', what: 'all rows were done before a process of each role was killed' } as const]),
    ...[alone, beside, underKills].flatMap(({ givenUp }) =>
      givenUp.map((what): Finding => ({ kind: 'stuck', what })),
    ),
  ];
}
