import { type BenchClient, createClients } from '../../harness/clients.js';
import type { Served } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { migrate } from '../../scripts/schema/migrate.js';
import type { Bench } from '../bench.js';
import type { LoadJob } from '../load/job.js';
import { postJob } from '../load/post.js';
import { postCount } from '../load/post-count.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { startPatchedApi, stopPatched } from '../world/patched.js';

const CONNECTIONS = 64;
const CLIENTS = 200;
const VERIFICATIONS = 500;

/** `unscoped`: without row-level security, and without the scope that each transaction starts with for its sake. */
type RowSecurity = 'on' | 'off' | 'unscoped';
const SIDES: readonly RowSecurity[] = ['on', 'off', 'unscoped'];

const NAMES = { on: 'on', off: 'off', unscoped: 'off, no scope sent' } as const;

/** A database, used with or without row-level security. */
interface Side {
  rowSecurity: RowSecurity;
  site: Site;
  clients: BenchClient[];
}

/** An API that serves a side for one round. */
interface Serving extends Side {
  process: Served;
  /** The verifications of the first client. */
  paths: string[];
}

const LOADS = {
  accept: { what: 'accepted', status: 202, job: postsOf },
  poll: { what: 'polls', status: 200, job: pollsOf },
} as const;
type Kind = keyof typeof LOADS;
const KINDS: readonly Kind[] = ['accept', 'poll'];

/**
 * The cost of row-level security: the same release on three databases, one with it turned on and one used without
 * scopes. They are measured in turn, in another order every round, so that the machine's other work affects all alike.
 */
export async function rows(bench: Bench): Promise<void> {
  const sides: Side[] = [];
  for (const rowSecurity of SIDES) sides.push(await openSide(bench, rowSecurity));
  for (let round = 0; round < bench.rounds; round += 1) {
    console.log(` round ${round + 1}`);
    const first = round % sides.length;
    await measureAll(bench, [...sides.slice(first), ...sides.slice(0, first)]);
  }
}

async function openSide({ world }: Bench, rowSecurity: RowSecurity): Promise<Side> {
  const site = await world.createSite();
  const bound = rowSecurity === 'on' ? 'on' : 'off';
  await migrate({ ownerUrl: site.ownerUrl, appUrl: site.databaseUrl, rowSecurity: bound });
  return { rowSecurity, site, clients: await createClients(site, CLIENTS) };
}

/**
 * One round, with processes of its own: two that do the same may differ by a tenth for as long as they live, which is
 * more than what is measured.
 */
async function measureAll(bench: Bench, sides: readonly Side[]): Promise<void> {
  const serving: Serving[] = [];
  for (const side of sides) serving.push(await serveSide(side));
  for (const kind of KINDS) {
    for (const side of serving) await warmUp(LOADS[kind].job(side, bench), LOADS[kind].status, bench);
    for (const side of serving) await measure(bench, side, kind);
  }
  await Promise.all(serving.map(({ process }) => stopPatched(process)));
}

async function serveSide(side: Side): Promise<Serving> {
  const { rowSecurity, site, clients } = side;
  const process = await startPatchedApi(site, rowSecurity === 'unscoped' ? 'without-scope' : 'none');
  const [first] = clients;
  if (first === undefined) throw new Error('Bug: no client');
  const ids = await postCount(process.port, first, VERIFICATIONS);
  return { ...side, process, paths: ids.map((id) => `/api/v1/verifications/${id}`) };
}

function postsOf({ process, clients }: Serving, { seconds }: Bench): LoadJob {
  return postJob(process.port, clients, { connections: CONNECTIONS, seconds, async: true });
}

function pollsOf({ process, clients, paths }: Serving, { seconds }: Bench): LoadJob {
  return {
    port: process.port,
    connections: CONNECTIONS,
    warmUpSeconds: 0,
    seconds,
    method: 'GET',
    tokens: clients.slice(0, 1).map(({ token }) => token),
    paths,
    headers: {},
  };
}

/** Rates depend on what else the machine does; the processor time of one request depends on it much less. */
async function measure(bench: Bench, side: Serving, kind: Kind): Promise<void> {
  const { rowSecurity, process } = side;
  const before = process.cpuSeconds() + bench.world.cpuSeconds().postgres;
  const result = await runLoad(LOADS[kind].job(side, bench), LOADS[kind].status);
  const spent = process.cpuSeconds() + bench.world.cpuSeconds().postgres - before;
  const what = `row-level security ${NAMES[rowSecurity]}: ${LOADS[kind].what}`;
  bench.figures.add(`rows.${kind}.${rowSecurity}`, what, '/s', result.perSecond);
  bench.figures.add(
    `rows.${kind}.${rowSecurity}.cpu`,
    `${what}, processor time each, API and PostgreSQL`,
    'µs',
    (spent / (result.statuses[LOADS[kind].status] ?? 0)) * 1e6,
  );
}
