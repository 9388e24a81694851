import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../harness/wait-for.js';
import { statusesOf } from '../../harness/wait-until-settled.js';
import { letDeliveriesCome } from '../client/let-deliveries-come.js';
import { subscribe } from '../client/subscribe.js';
import { startWebhookReceiver } from '../client/webhook-receiver.js';
import { Random } from '../random.js';
import type { Servers } from '../world/servers.js';
import { createSite, openSiteDatabase } from '../world/site.js';
import { checkSoak, type SoakReport } from './check-soak.js';
import { makeSubmitters } from './clients.js';
import { startCluster, urlsInTurn } from './cluster.js';
import type { Fault } from './fault.js';
import { Load } from './load.js';
import { Nemesis, type Strike } from './nemesis.js';
import type { Soak } from './soak.js';

export interface SoakOptions {
  faults: readonly Fault[];
  seconds: number;
  seed: string;
  apis: number;
  workers: number;
  /** Submissions per second. */
  rate: number;
  /** Concurrent faults. */
  hands: number;
  baseline: boolean;
  /** Drops the index that lets only one call of a check through, to show what a plain queue does without it. */
  unguarded: boolean;
  say(line: string): void;
}

const CLIENTS = 4;
/** Long enough for an answer even when the provider shares a busy machine with everything else. */
const PROVIDER_TIMEOUT_MS = 10_000;
/** Recovery takes a minute for circuits and half a minute for jobs of dead workers, and more on a busy machine. */
const SETTLES_WITHIN_MS = 240_000;
/** The plain implementation leaves some requests pending for ever: half the time is enough to show it. */
const BASELINE_SETTLES_WITHIN_MS = 120_000;

/** Runs load and faults for a while, restores everything, waits until all is settled and delivered, and checks it. */
export async function runSoak(servers: Servers, options: SoakOptions): Promise<SoakReport> {
  const site = await createSite(servers, PROVIDER_TIMEOUT_MS);
  const cluster = await startCluster({ site, ...options });
  const receiver = await startWebhookReceiver();
  const db = await openSiteDatabase(site);
  try {
    if (options.unguarded) await db.query('DROP INDEX provider_calls_one_possible_of_check');
    const submitters = await makeSubmitters(site, CLIENTS, urlsInTurn(cluster));
    const [first] = submitters;
    const endpointId =
      first === undefined || options.baseline ? undefined : await subscribe(first, receiver.url);
    const random = new Random(options.seed);
    const load = new Load(submitters, random.for('load'), options.rate);
    const soak: Soak = { servers, site, cluster, load, receiver, endpointId, db };
    const strikes = await torment(soak, options, random.for('nemesis'));
    await load.stop();
    const settled = await settle(soak, options.baseline);
    if (endpointId !== undefined) await letDeliveriesCome(db, endpointId);
    return await checkSoak(soak, submitters, { strikes, settled });
  } finally {
    await cluster.close();
    await receiver.close();
    await db.close();
  }
}

async function torment(soak: Soak, options: SoakOptions, random: Random): Promise<readonly Strike[]> {
  const nemesis = new Nemesis(soak, { ...options, random });
  await Promise.race([sleep(options.seconds * 1_000), nemesis.ended]);
  await nemesis.stop();
  return nemesis.strikes;
}

/** Whether everything is settled in time. */
async function settle({ db }: Soak, baseline: boolean): Promise<boolean> {
  return waitFor(async () => (await statusesOf(db)).pending === undefined, {
    timeoutMs: baseline ? BASELINE_SETTLES_WITHIN_MS : SETTLES_WITHIN_MS,
    describe: 'no request is pending',
  }).catch(() => false);
}
