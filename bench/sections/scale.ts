import { createClients } from '../../harness/create-clients.js';
import { withClient } from '../../harness/with-client.js';
import type { Bench } from '../bench.js';
import { postJob } from '../load/post.js';
import { postCount } from '../load/post-count.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { drain } from '../world/drain.js';
import { startApi, startProvider, startWorker } from '../world/processes.js';
import { countSettled } from '../world/settle.js';

const PROVIDER_MS = 20;
/** So few that one worker waits for the provider, as in production, rather than for its processor. */
const CONCURRENCY = { WORKER_CONCURRENCY: '10' };

/** Several processes side by side: 1, 2 and 4 workers, and 1 and 2 APIs, on however many cores. */
export async function scale(bench: Bench): Promise<void> {
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const count of [1, 2, 4]) await scaleWorkers(bench, count);
    for (const count of [1, 2]) await scaleApis(bench, count);
  }
}

async function scaleWorkers({ world, figures, quick }: Bench, count: number): Promise<void> {
  const site = await world.createSite();
  const [client] = await createClients(site, 1);
  if (client === undefined) throw new Error('Bug: no client');
  const checks = (quick ? 2_000 : 5_000) * count;
  const api = await startApi(site);
  await postCount(api.port, client, checks);
  await api.stop();
  const provider = await startProvider(site, PROVIDER_MS);
  const start = () =>
    Promise.all(Array.from({ length: count }, () => startWorker(site, provider.port, CONCURRENCY)));
  const { perSecond } = await withClient(site.ownerUrl, (connection) =>
    drain({
      start,
      count: checks,
      countDone: () => countSettled(connection),
      serverSeconds: () => world.cpuSeconds(),
    }),
  );
  const label = `${count} worker${count > 1 ? 's' : ''}, 10 calls at once each, provider ${PROVIDER_MS} ms`;
  figures.add(`scale.workers.${count}`, label, 'checks/s', perSecond);
  await provider.stop();
}

async function scaleApis(bench: Bench, count: number): Promise<void> {
  const { world, figures, seconds } = bench;
  const site = await world.createSite();
  const clients = await createClients(site, 1_000);
  const apis = await Promise.all(Array.from({ length: count }, () => startApi(site)));
  const options = { connections: 64 / count, seconds, async: true };
  for (const { port } of apis)
    await warmUp(postJob(port, clients, { ...options, connections: 64 }), 202, bench);
  const results = await Promise.all(apis.map(({ port }) => runLoad(postJob(port, clients, options), 202)));
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
  figures.add(
    `scale.apis.${count}`,
    `${count} API${count > 1 ? 's' : ''}, accepted, 1000 wallets`,
    '/s',
    perSecond,
  );
  await Promise.all(apis.map((api) => api.stop()));
}
