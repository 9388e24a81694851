import { createClients } from '../../harness/create-clients.js';
import type { Served } from '../../harness/serve.js';
import { withClient } from '../../harness/with-client.js';
import type { Bench } from '../bench.js';
import { postCount } from '../load/post-count.js';
import { drain } from '../world/drain.js';
import { type Patch, startPatchedApi, startPatchedWorker, stopPatched } from '../world/patched.js';
import { startProvider } from '../world/processes.js';
import { countSettled } from '../world/settle.js';

/** Only the worker has the fence: an API without it is the unmodified API. */
const SIDES = [
  { name: 'whole', label: 'with fence and witness', api: 'none', worker: 'none' },
  { name: 'unfenced', label: 'without the fence', api: 'none', worker: 'without-fence' },
  { name: 'unwitnessed', label: 'without the witness', api: 'without-witness', worker: 'without-witness' },
] as const satisfies readonly { name: string; label: string; api: Patch; worker: Patch }[];
type Side = (typeof SIDES)[number];

const CLIENTS = 8;

/**
 * The cost of the fence in the marker's statement and of the second witness: the same release with both and without
 * either, alternating, in reverse order every other round. The query before the first byte is sent to the database on
 * all sides.
 */
export async function guards(bench: Bench): Promise<void> {
  const provider = await startProvider(bench.world, 0);
  for (let round = 0; round < bench.rounds; round += 1) {
    console.log(` round ${round + 1}`);
    for (const side of round % 2 === 0 ? SIDES : [...SIDES].reverse()) await measure(bench, side, provider);
  }
  await provider.stop();
}

async function measure({ world, figures, quick }: Bench, side: Side, provider: Served): Promise<void> {
  const count = quick ? 800 : 8_000;
  const site = await world.createSite();
  const api = await startPatchedApi(site, side.api);
  const clients = await createClients(site, CLIENTS);
  const spent = (): number => api.cpuSeconds() + sumOf(world.cpuSeconds());
  const post = async (): Promise<void> => {
    for (const client of clients) await postCount(api.port, client, count / 2 / CLIENTS);
  };
  // The first half only warms up the compiler.
  await post();
  const before = spent();
  await post();
  const each = ((spent() - before) / (count / 2)) * 1e6;
  figures.add(`guards.accept.${side.name}`, `${side.label}: processor time of an accepted POST`, 'µs', each);
  await stopPatched(api);
  const environment = { WORKER_CONCURRENCY: '200' };
  const worker = await startPatchedWorker(site, side.worker, provider.port, environment);
  const { perSecond, cpu } = await withClient(site.ownerUrl, (client) =>
    drain({
      start: async () => [worker],
      count,
      countDone: () => countSettled(client),
      serverSeconds: () => world.cpuSeconds(),
    }),
  );
  await stopPatched(worker);
  figures.add(`guards.check.${side.name}.rate`, `${side.label}: one worker`, 'checks/s', perSecond);
  figures.add(`guards.check.${side.name}`, `${side.label}: processor time of a check`, 'µs', sumOf(cpu));
}

/** Sums over processes and servers. */
function sumOf(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}
