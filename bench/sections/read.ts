import { createClients } from '../../harness/create-clients.js';
import type { Bench } from '../bench.js';
import { postCount } from '../load/post-count.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { startApi, startBareExpress, startProvider, startWorker } from '../world/processes.js';
import { untilSettled } from '../world/settle.js';

const VERIFICATIONS = 500;

/** GETs per second of settled and pending verifications and of 304s, compared with an authenticated Express hello. */
export async function read({ world, figures, rounds, seconds, quick }: Bench): Promise<void> {
  const site = await world.createSite();
  const [client] = await createClients(site, 1);
  if (client === undefined) throw new Error('Bug: no client');
  const api = await startApi(site);
  const settled = await postCount(api.port, client, VERIFICATIONS);
  const provider = await startProvider(site, 0);
  const worker = await startWorker(site, provider.port);
  await untilSettled(site, VERIFICATIONS);
  await Promise.all([worker.stop(), provider.stop()]);
  const pending = await postCount(api.port, client, VERIFICATIONS);
  const hello = await startBareExpress(site, { EXPRESS: 'plain' });
  const fastHello = await startBareExpress(site);

  const job = (port: number) => ({
    port,
    connections: 64,
    warmUpSeconds: 1,
    seconds,
    method: 'GET' as const,
    tokens: [client.token],
  });
  const get = async (
    port: number,
    paths: readonly string[],
    headers: Record<string, string>,
    status: number,
  ) => {
    return (await runLoad({ ...job(port), paths, headers }, status)).perSecond;
  };
  const warm = (port: number, paths: readonly string[]) =>
    warmUp({ ...job(port), paths, headers: {} }, 200, { quick });
  const pathsOf = (ids: readonly string[]): string[] => ids.map((id) => `/api/v1/verifications/${id}`);
  await warm(api.port, pathsOf(settled));
  for (const { port } of [hello, fastHello]) await warm(port, ['/hello']);
  for (let round = 0; round < rounds; round += 1) {
    figures.add(
      'read.settled',
      'GET of settled verifications',
      '/s',
      await get(api.port, pathsOf(settled), {}, 200),
    );
    figures.add(
      'read.pending',
      'GET of pending verifications',
      '/s',
      await get(api.port, pathsOf(pending), {}, 200),
    );
    const condition = { 'if-none-match': '*' };
    figures.add(
      'read.304',
      'GET answered by 304',
      '/s',
      await get(api.port, pathsOf(settled), condition, 304),
    );
    figures.add(
      'read.hello',
      'authenticated Express hello, as it comes',
      '/s',
      await get(hello.port, ['/hello'], {}, 200),
    );
    const fast = await get(fastHello.port, ['/hello'], {}, 200);
    figures.add('read.hello.fast', 'authenticated Express hello, prototypes set once', '/s', fast);
  }
  await Promise.all([api, hello, fastHello].map((server) => server.stop()));
}
