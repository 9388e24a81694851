import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { BARE_QUEUE, redisOptions } from '../baseline/connect.js';
import type { Bench } from '../bench.js';
import { postCount } from '../load/post-count.js';
import { createClients } from '../world/clients.js';
import type { NodeProcess } from '../world/node-process.js';
import {
  startApi,
  startBareQueue,
  startBaselineApi,
  startBaselineWorker,
  startProvider,
  startWorker,
} from '../world/processes.js';
import { countSettled } from '../world/settle.js';
import type { Site, World } from '../world/world.js';

const CONCURRENCY = { WORKER_CONCURRENCY: '200' };
/** Of the work, before the clock starts: until then the process only just starts, and its code is not yet compiled. */
const WARM_UP = 0.25;

/**
 * Checks a second of one worker with a full queue, with 200 calls in flight, for a provider that answers at once and
 * one that takes 20 ms: beside the plain implementation, and beside BullMQ whose jobs are only the same HTTP call.
 */
export async function worker(bench: Bench): Promise<void> {
  const { world, figures, rounds, quick } = bench;
  for (const delayMs of [0, 20]) {
    const provider = await startProvider(world, delayMs);
    for (let round = 0; round < rounds; round += 1) {
      const runs = [
        ['product', await drainProduct(world, provider.port, quick ? 1_000 : 5_000)],
        ['plain', await drainPlain(world, provider.port, quick ? 300 : 600)],
        ['bare', await drainBare(world, provider.port, quick ? 1_000 : 6_000)],
      ] as const;
      for (const [name, perSecond] of runs) {
        const label = name === 'bare' ? 'bare BullMQ, the same HTTP call' : `${name}: worker`;
        figures.add(`worker.${delayMs}.${name}`, `${label}, provider ${delayMs} ms`, 'checks/s', perSecond);
      }
    }
    await provider.stop();
  }
}

async function drainProduct(world: World, providerPort: number, count: number): Promise<number> {
  const site = await world.createSite();
  const api = await startApi(site);
  await fill(site, api.port, count);
  await api.stop();
  return drain(
    () => startWorker(site, providerPort, CONCURRENCY),
    count,
    () => countSettled(site),
  );
}

async function drainPlain(world: World, providerPort: number, count: number): Promise<number> {
  const site = await world.createSite();
  const api = await startBaselineApi(site);
  await fill(site, api.port, count);
  await api.stop();
  return drain(
    () => startBaselineWorker(site, providerPort, CONCURRENCY),
    count,
    () => countSettled(site),
  );
}

async function drainBare(world: World, providerPort: number, count: number): Promise<number> {
  const site = await world.createSite();
  const queue = new Queue(BARE_QUEUE, { connection: redisOptions(site.redisUrl) });
  const job = { name: 'call', data: { idNumber: '0001010000071' }, opts: { removeOnComplete: true } };
  await queue.addBulk(Array.from({ length: count }, () => job));
  const done = async (): Promise<number> => count - (await queue.getJobCountByTypes('waiting', 'active'));
  const perSecond = await drain(() => startBareQueue(site, providerPort, CONCURRENCY), count, done);
  await queue.close();
  return perSecond;
}

async function fill(site: Site, port: number, count: number): Promise<void> {
  // A few wallets: a worker serves many clients at once.
  const clients = await createClients(site, 8);
  for (const client of clients) await postCount(port, client, count / clients.length);
}

/** Starts a worker in front of a full queue and takes the time from the warm-up until everything is done. */
async function drain(
  start: () => Promise<NodeProcess>,
  count: number,
  countDone: () => Promise<number>,
): Promise<number> {
  const started = await start();
  const begin = await reach(count * WARM_UP, countDone);
  const end = await reach(count, countDone);
  await started.stop();
  return ((end.done - begin.done) / (end.at - begin.at)) * 1_000;
}

async function reach(
  wanted: number,
  countDone: () => Promise<number>,
): Promise<{ done: number; at: number }> {
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const done = await countDone();
    if (done >= wanted) return { done, at: performance.now() };
    await sleep(20);
  }
  throw new Error(`The queue was not worked off: ${await countDone()} of ${wanted}`);
}
