import { Queue } from 'bullmq';
import { createClients } from '../../harness/create-clients.js';
import type { Served } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { withClient } from '../../harness/with-client.js';
import { BARE_QUEUE, redisOptions } from '../baseline/connect.js';
import type { Bench } from '../bench.js';
import { postCount } from '../load/post-count.js';
import { type Drained, drain } from '../world/drain.js';
import {
  startApi,
  startBareQueue,
  startBaselineApi,
  startBaselineWorker,
  startProvider,
  startWorker,
} from '../world/processes.js';
import { countSettled } from '../world/settle.js';
import type { World } from '../world/world.js';

const CONCURRENCY = { WORKER_CONCURRENCY: '200' };

/**
 * Checks per second of one worker with a full queue and 200 calls in flight, for a provider that answers at once and
 * one that takes 20 ms: compared with the plain implementation, and with BullMQ jobs that are only the same HTTP call.
 */
export async function worker({ world, figures, rounds, quick }: Bench): Promise<void> {
  const times = quick ? 1 : 2;
  for (const delayMs of [0, 20]) {
    const provider = await startProvider(world, delayMs);
    for (let round = 0; round < rounds; round += 1) {
      const runs = [
        ['product', await drainProduct(world, provider, 8_000 * times)],
        ['plain', await drainPlain(world, provider, 1_200 * times)],
        ['bare', await drainBare(world, provider, 8_000 * times)],
      ] as const;
      for (const [name, { perSecond, cpu }] of runs) {
        const label = name === 'bare' ? 'bare BullMQ, the same HTTP call' : `${name}: worker`;
        const what = `${label}, provider ${delayMs} ms`;
        figures.add(`worker.${delayMs}.${name}`, what, 'checks/s', perSecond);
        for (const [part, micros] of Object.entries(cpu)) {
          const figure = `worker.${delayMs}.${name}.cpu.${part}`;
          figures.add(figure, `${what}: processor time per check, ${part}`, 'µs', micros);
        }
      }
    }
    await provider.stop();
  }
}

async function drainProduct(world: World, provider: Served, count: number): Promise<Drained> {
  const site = await world.createSite();
  const api = await startApi(site);
  await fill(site, api.port, count);
  await api.stop();
  return withClient(site.ownerUrl, (client) =>
    drain({
      start: async () => [await startWorker(site, provider.port, CONCURRENCY)],
      count,
      countDone: () => countSettled(client),
      serverSeconds: secondsOf(world, provider),
    }),
  );
}

async function drainPlain(world: World, provider: Served, count: number): Promise<Drained> {
  const site = await world.createSite();
  const api = await startBaselineApi(site);
  await fill(site, api.port, count);
  await api.stop();
  return withClient(site.ownerUrl, (client) =>
    drain({
      start: async () => [await startBaselineWorker(site, provider.port, CONCURRENCY)],
      count,
      countDone: () => countSettled(client),
      serverSeconds: secondsOf(world, provider),
    }),
  );
}

async function drainBare(world: World, provider: Served, count: number): Promise<Drained> {
  const site = await world.createSite();
  const queue = new Queue(BARE_QUEUE, { connection: redisOptions(site.redisUrl) });
  const job = { name: 'call', data: { idNumber: '0001010000071' }, opts: { removeOnComplete: true } };
  await queue.addBulk(Array.from({ length: count }, () => job));
  const drained = await drain({
    start: async () => [await startBareQueue(site, provider.port, CONCURRENCY)],
    count,
    countDone: async () => count - (await queue.getJobCountByTypes('waiting', 'active')),
    serverSeconds: secondsOf(world, provider),
  });
  await queue.close();
  return drained;
}

function secondsOf(world: World, provider: Served) {
  return () => ({ ...world.cpuSeconds(), provider: provider.cpuSeconds() });
}

async function fill(site: Site, port: number, count: number): Promise<void> {
  // Several wallets: a worker serves many clients at once.
  const clients = await createClients(site, 8);
  for (const client of clients) await postCount(port, client, count / clients.length);
}
