import { type BenchClient, createClients } from '../../harness/create-clients.js';
import type { Served } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { migrate } from '../../scripts/schema/migrate.js';
import type { Bench } from '../bench.js';
import type { LoadJob } from '../load/job.js';
import { postJob } from '../load/post.js';
import { postCount } from '../load/post-count.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { SWITCH_SCOPE } from '../world/patch.js';
import { startPatchedApi, stopPatched } from '../world/patched.js';

const CONNECTIONS = 64;
const CLIENTS = 200;
const VERIFICATIONS = 500;
const PLANNED_WITHIN_SECONDS = 2;

/** `unscoped`: without row-level security, and without the scope that each transaction starts with for its sake. */
type RowSecurity = 'on' | 'off' | 'unscoped';
const SIDES: readonly RowSecurity[] = ['on', 'off', 'unscoped'];

const NAMES = { on: 'on', off: 'off', unscoped: 'off, no scope sent' } as const;

/** The one API and database that all sides are measured on. */
interface Serving {
  site: Site;
  clients: readonly BenchClient[];
  process: Served;
  /** The verifications of the first client. */
  paths: readonly string[];
}

const LOADS = {
  accept: { what: 'accepted', status: 202, job: postsOf },
  poll: { what: 'polls', status: 200, job: pollsOf },
} as const;
type Kind = keyof typeof LOADS;
const KINDS: readonly Kind[] = ['accept', 'poll'];

/**
 * The cost of row-level security: one process and its database, with it turned on, off, and used without scopes, in
 * turn and in another order every round. Two processes that do the same may differ by a tenth for as long as they live,
 * which is more than what is measured.
 */
export async function rows(bench: Bench): Promise<void> {
  const serving = await serveRows(bench);
  let sends = false;
  for (let round = 0; round < bench.rounds; round += 1) {
    console.log(` round ${round + 1}`);
    const first = round % SIDES.length;
    for (const side of [...SIDES.slice(first), ...SIDES.slice(0, first)]) {
      await migrate({ ...urlsOf(serving.site), rowSecurity: side === 'on' ? 'on' : 'off' });
      const scoped = side !== 'unscoped';
      if (scoped !== sends) serving.process.signal(SWITCH_SCOPE);
      sends = scoped;
      for (const kind of KINDS) await measure(bench, serving, side, kind);
    }
  }
  await stopPatched(serving.process);
}

async function serveRows(bench: Bench): Promise<Serving> {
  const site = await bench.world.createSite();
  await migrate({ ...urlsOf(site), rowSecurity: 'off' });
  const clients = await createClients(site, CLIENTS);
  const process = await startPatchedApi(site, 'without-scope');
  const [first] = clients;
  if (first === undefined) throw new Error('Bug: no client');
  const ids = await postCount(process.port, first, VERIFICATIONS);
  const serving = { site, clients, process, paths: ids.map((id) => `/api/v1/verifications/${id}`) };
  for (const kind of KINDS) await warmUp(LOADS[kind].job(serving, bench), LOADS[kind].status, bench);
  return serving;
}

function urlsOf({ ownerUrl, databaseUrl }: Site) {
  return { ownerUrl, appUrl: databaseUrl };
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

/**
 * Measured once the statements are planned for what has been changed. Rates depend on what else the machine does; the
 * processor time of one request depends on it much less.
 */
async function measure(bench: Bench, serving: Serving, side: RowSecurity, kind: Kind): Promise<void> {
  const { what, status, job } = LOADS[kind];
  await runLoad({ ...job(serving, bench), seconds: PLANNED_WITHIN_SECONDS }, status);
  const before = spentOn(bench, serving);
  const result = await runLoad(job(serving, bench), status);
  const after = spentOn(bench, serving);
  const name = `row-level security ${NAMES[side]}: ${what}`;
  const each = (seconds: number): number => (seconds / (result.statuses[status] ?? 0)) * 1e6;
  const database = each(after.postgres - before.postgres);
  bench.figures.add(`rows.${kind}.${side}`, name, '/s', result.perSecond);
  bench.figures.add(
    `rows.${kind}.${side}.cpu`,
    `${name}, processor time each, API and PostgreSQL`,
    'µs',
    each(after.api - before.api) + database,
  );
  bench.figures.add(`rows.${kind}.${side}.postgres`, `${name}, of that PostgreSQL`, 'µs', database);
}

/** The policies are evaluated by PostgreSQL alone, so that its own share says more of them than the sum does. */
function spentOn({ world }: Bench, { process }: Serving): { api: number; postgres: number } {
  return { api: process.cpuSeconds(), postgres: world.cpuSeconds().postgres };
}
