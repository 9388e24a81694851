import { type BenchClient, createClients } from '../../harness/create-clients.js';
import type { Served } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import type { Bench } from '../bench.js';
import { postJob } from '../load/post.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { missingIds } from '../world/missing-ids.js';
import { pgbench } from '../world/pgbench.js';
import { startApi, startBareExpress, startBaselineApi } from '../world/processes.js';

const CONNECTIONS = 64;
const MANY = 1_000;

interface Server {
  name: string;
  label: string;
  site: Site;
  clients: BenchClient[];
  process: Served;
}

/**
 * Accepted POSTs per second: the product and the plain implementation, each on its own database and without workers,
 * compared with PostgreSQL inserting the same rows and Express inserting none. At the end every answer is looked up in
 * the database.
 */
export async function accept(bench: Bench): Promise<void> {
  const product = await openServer(bench, 'product', 'product', startApi);
  const plain = await openServer(bench, 'plain', 'plain', startBaselineApi);
  const bare = await startBareExpress(product.site);
  const barePlain = await startBareExpress(product.site, { EXPRESS: 'plain' });
  const accepted = new Map([product, plain].map((server) => [server, [] as string[]]));
  await warmUpAll(bench, [product, plain], [bare, barePlain], accepted);
  for (let round = 1; round <= bench.rounds; round += 1) {
    console.log(` round ${round}`);
    for (const server of [product, plain]) {
      const ids = accepted.get(server) ?? [];
      await measure(bench, server, 'hot', 1, ids);
      await measure(bench, server, 'many', MANY, ids);
      await measureLone(bench, server, ids);
    }
    await measureBare(bench, 'accept.bare', 'Express with prototypes set once', bare, product.clients);
    await measureBare(bench, 'accept.bare-plain', 'Express as it comes', barePlain, product.clients);
    await measureRows(bench, product);
  }
  for (const [{ label, site }, ids] of accepted) {
    const missing = await missingIds(site, ids);
    console.log(`  ${label}: ${ids.length} accepted, ${missing} of them not in the database`);
    if (missing > 0) throw new Error(`${label} has answered for verifications that do not exist`);
  }
  await Promise.all([product.process, plain.process, bare, barePlain].map((server) => server.stop()));
}

async function warmUpAll(
  bench: Bench,
  servers: readonly Server[],
  bares: readonly Served[],
  accepted: Map<Server, string[]>,
): Promise<void> {
  const options = { connections: CONNECTIONS, seconds: bench.seconds, async: true };
  for (const server of servers) {
    const job = postJob(server.process.port, server.clients.slice(0, 1), options);
    accepted.get(server)?.push(...(await warmUp(job, 202, bench)).requestIds);
  }
  for (const { port } of bares) {
    await warmUp(postJob(port, servers[0]?.clients ?? [], { ...options, path: '/validated' }), 202, bench);
  }
}

async function openServer(
  { world }: Bench,
  name: string,
  label: string,
  start: (site: Site) => Promise<Served>,
): Promise<Server> {
  const site = await world.createSite();
  return { name, label, site, clients: await createClients(site, MANY), process: await start(site) };
}

async function measure(bench: Bench, server: Server, kind: string, clients: number, ids: string[]) {
  const { name, label, process } = server;
  const options = { connections: CONNECTIONS, seconds: bench.seconds, async: true };
  const cpu = process.cpuSeconds();
  const database = bench.world.cpuSeconds().postgres;
  const result = await runLoad(postJob(process.port, server.clients.slice(0, clients), options), 202);
  const perRequest = (seconds: number): number => (seconds / result.requestIds.length) * 1e6;
  const where = clients === 1 ? 'one hot wallet' : `${clients} wallets`;
  ids.push(...result.requestIds);
  bench.figures.add(`accept.${kind}.${name}`, `${label}: accepted, ${where}`, '/s', result.perSecond);
  bench.figures.add(`accept.${kind}.${name}.p50`, `${label}: time to 202, ${where}, p50`, 'ms', result.p50);
  bench.figures.add(`accept.${kind}.${name}.p99`, `${label}: time to 202, ${where}, p99`, 'ms', result.p99);
  bench.figures.add(
    `accept.${kind}.${name}.cpu`,
    `${label}: processor time per POST in the API, ${where}`,
    'µs',
    perRequest(process.cpuSeconds() - cpu),
  );
  bench.figures.add(
    `accept.${kind}.${name}.database`,
    `${label}: processor time per POST in PostgreSQL, ${where}`,
    'µs',
    perRequest(bench.world.cpuSeconds().postgres - database),
  );
}

async function measureLone(bench: Bench, { name, label, process, clients }: Server, ids: string[]) {
  const options = { connections: 1, seconds: bench.seconds, async: true };
  const result = await runLoad(postJob(process.port, clients.slice(0, 1), options), 202);
  ids.push(...result.requestIds);
  bench.figures.add(`accept.lone.${name}`, `${label}: a lone POST, p50`, 'ms', result.p50);
  bench.figures.add(`accept.lone.${name}.p99`, `${label}: a lone POST, p99`, 'ms', result.p99);
}

async function measureBare(
  bench: Bench,
  name: string,
  label: string,
  server: Served,
  clients: BenchClient[],
) {
  const options = { connections: CONNECTIONS, seconds: bench.seconds, async: true, path: '/validated' };
  const result = await runLoad(postJob(server.port, clients.slice(0, 1), options), 202);
  bench.figures.add(name, `${label}, authenticates and validates only`, '/s', result.perSecond);
}

/** The same rows inserted by PostgreSQL alone: the upper limit for any implementation on this database. */
async function measureRows({ figures, seconds }: Bench, { site, clients }: Server): Promise<void> {
  const hot = clients.slice(0, 1);
  const runs = [
    [
      'hot.single',
      'pgbench, one wallet, row by row, 8 connections',
      { clients: hot, rows: 1, connections: 8 },
    ],
    [
      'hot.batch',
      'pgbench, one wallet, 64 rows a commit, 2 connections',
      { clients: hot, rows: 64, connections: 2 },
    ],
    [
      'many.single',
      'pgbench, 1000 wallets, row by row, 32 connections',
      { clients, rows: 1, connections: 32 },
    ],
  ] as const;
  for (const [name, label, options] of runs) {
    figures.add(`pgbench.${name}`, label, '/s', await pgbench(site, { ...options, seconds }));
  }
}
