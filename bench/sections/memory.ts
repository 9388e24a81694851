import { setTimeout as sleep } from 'node:timers/promises';
import { createClients } from '../../harness/create-clients.js';
import type { Bench } from '../bench.js';
import { postCount } from '../load/post-count.js';
import { startApi, startProvider, startWorker } from '../world/processes.js';
import { untilSettled } from '../world/settle.js';

const CONCURRENCY = { WORKER_CONCURRENCY: '200' };
/** Work is sent in portions, so that the queue stays as short as in production. */
const PORTION = 5_000;
/** Time for the garbage of the last requests to be collected. */
const REST_MS = 3_000;

/**
 * Resident memory of API and worker after a few verifications and after many. Both grow over the first thousands, until
 * code and caches are warm; what grows after that is a leak.
 */
export async function memory({ world, figures, quick }: Bench): Promise<void> {
  const [few, many] = quick ? [1_000, 5_000] : [5_000, 200_000];
  const site = await world.createSite();
  const [client] = await createClients(site, 1);
  if (client === undefined) throw new Error('Bug: no client');
  const provider = await startProvider(site, 0);
  const api = await startApi(site);
  const worker = await startWorker(site, provider.port, CONCURRENCY);
  let done = 0;
  for (const [name, count] of [
    ['few', few],
    ['many', many],
  ] as const) {
    while (done < count) {
      const portion = Math.min(PORTION, count - done);
      await postCount(api.port, client, portion);
      done += portion;
      await untilSettled(site, done);
    }
    await sleep(REST_MS);
    figures.add(`memory.api.${name}`, `API, resident after ${count}`, 'MiB', api.residentMiB());
    figures.add(`memory.worker.${name}`, `worker, resident after ${count}`, 'MiB', worker.residentMiB());
  }
  await Promise.all([api, worker, provider].map((server) => server.stop()));
}
