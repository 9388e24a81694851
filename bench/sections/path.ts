import { createClients } from '../../harness/create-clients.js';
import { median } from '../../harness/median.js';
import type { NodeProcess } from '../../harness/node-process.js';
import type { Bench } from '../bench.js';
import { type ProcessorCost, writeProcessorCost } from '../cost/size.js';
import { postJob } from '../load/post.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import {
  startApi,
  startBaselineApi,
  startBaselineWorker,
  startProvider,
  startWorker,
} from '../world/processes.js';

const PROVIDER_MS = 20;
/**
 * The plain implementation accepts everything that many callers send before it completes the first of it: on a machine
 * on which it does 28 /s, 256 callers wait for nine seconds.
 */
const SECONDS_OF_MANY = 20;
const CONCURRENCY = { WORKER_CONCURRENCY: '300' };

/** Processor time of each process and server from now on, in seconds, while nothing else uses the servers. */
function processorTime(world: Bench['world'], api: NodeProcess, worker: NodeProcess) {
  const now = () => ({ api: api.cpuSeconds(), worker: worker.cpuSeconds(), ...world.cpuSeconds() });
  const before = now();
  return (): ProcessorCost => {
    const after = now();
    return {
      api: after.api - before.api,
      worker: after.worker - before.worker,
      postgres: after.postgres - before.postgres,
      redis: after.redis - before.redis,
    };
  };
}

/** End to end, from the POST to the 201 with the result, with a provider that takes 20 ms. */
export async function path(bench: Bench): Promise<void> {
  const { world, figures, rounds, seconds, quick } = bench;
  const provider = await startProvider(world, PROVIDER_MS);
  const [productSite, plainSite] = [await world.createSite(), await world.createSite()];
  const product = {
    name: 'product',
    clients: await createClients(productSite, 1),
    api: await startApi(productSite),
    worker: await startWorker(productSite, provider.port, CONCURRENCY),
  };
  const plain = {
    name: 'plain',
    clients: await createClients(plainSite, 1),
    api: await startBaselineApi(plainSite),
    worker: await startBaselineWorker(plainSite, provider.port, CONCURRENCY),
  };
  for (const { clients, api } of [product, plain]) {
    const load = { connections: 64, seconds, async: false };
    // As long as in a full run even if quick, for the same reason.
    await warmUp(postJob(api.port, clients, load), 201, { quick: false });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const connections of [1, 64, 256]) {
      const load = { connections, seconds: connections > 1 ? SECONDS_OF_MANY : seconds, async: false };
      for (const { name, clients, api, worker } of [product, plain]) {
        const spent = processorTime(world, api, worker);
        const result = await runLoad(postJob(api.port, clients, load), 201);
        for (const [who, seconds] of Object.entries(spent())) {
          const each = (seconds / result.requestIds.length) * 1e6;
          const what = `${name}: POST to result, ${connections} connections, processor time each, ${who}`;
          if (connections === 256) figures.add(`path.256.${name}.cpu.${who}`, what, 'µs', each);
        }
        const figure = `path.${connections}.${name}`;
        const label = `${name}: POST to result, ${connections} connection${connections > 1 ? 's' : ''}`;
        figures.add(`${figure}.rate`, `${label}, rate`, '/s', result.perSecond);
        figures.add(`${figure}.overhead`, `${label}, over the provider, p50`, 'ms', result.p50 - PROVIDER_MS);
        figures.add(
          `${figure}.overhead.p99`,
          `${label}, over the provider, p99`,
          'ms',
          result.p99 - PROVIDER_MS,
        );
      }
    }
  }
  if (!quick) {
    const each = (who: string) => median(figures.find(`path.256.product.cpu.${who}`)?.values ?? []);
    writeProcessorCost({
      api: each('api'),
      worker: each('worker'),
      postgres: each('postgres'),
      redis: each('redis'),
    });
  }
  const started = [product.api, product.worker, plain.api, plain.worker, provider];
  await Promise.all(started.map((server) => server.stop()));
}
