import https from 'node:https';
import axios from 'axios';
import { median } from '../../harness/median.js';
import { createHttpClient } from '../../worker/providers/kit/http-client.js';
import type { Bench } from '../bench.js';
import { type DistantProvider, startDistantProvider } from '../world/distant-provider.js';

const ROUND_TRIP_MS = 40;
/** The first connections are the same on both sides, and so are not counted. */
const WARM_UP = 3;

/**
 * The duration of paid calls to a TLS provider 40 ms away, one after the other: as the worker makes them, and with
 * axios on a connection opened for the call. Both use a connection once.
 */
export async function call({ figures, rounds, quick }: Bench): Promise<void> {
  const count = quick ? 10 : 100;
  for (let round = 0; round < rounds; round += 1) {
    const provider = await startDistantProvider(ROUND_TRIP_MS);
    const sides = [
      ['product', 'paid calls', productOf(provider)],
      ['plain', 'axios, a connection for each call', plainOf(provider)],
    ] as const;
    for (const [name, label, send] of sides) {
      const { p50Ms, processorUs } = await measure(send, count);
      const what = `${label}, TLS provider ${ROUND_TRIP_MS} ms away`;
      figures.add(`call.${name}`, `${what}: p50`, 'round trips', p50Ms / ROUND_TRIP_MS);
      figures.add(`call.${name}.cpu`, `${what}: processor time, both ends`, 'µs', processorUs);
    }
    provider.close();
  }
}

async function measure(
  send: () => Promise<unknown>,
  count: number,
): Promise<{ p50Ms: number; processorUs: number }> {
  for (let warm = 0; warm < WARM_UP; warm += 1) await send();
  const tookMs: number[] = [];
  const before = process.cpuUsage();
  for (let sent = 0; sent < count; sent += 1) {
    const startedAt = performance.now();
    await send();
    tookMs.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return { p50Ms: median(tookMs), processorUs: (user + system) / count };
}

function productOf({ url, certificateAuthority }: DistantProvider): () => Promise<unknown> {
  const sendOnce = createHttpClient({ url, certificateAuthority, headers: () => ({}), timeoutMs: 5_000 });
  return async () => {
    const exchange = await sendOnce({ path: '/', body: {} }, 'chk_bench', async () => undefined);
    if (exchange.kind !== 'answer') throw new Error(`Not answered: ${exchange.error}`);
  };
}

function plainOf({ url, certificateAuthority }: DistantProvider): () => Promise<unknown> {
  return () =>
    axios.post(url, {}, { httpsAgent: new https.Agent({ ca: certificateAuthority, keepAlive: false }) });
}
