import { type BenchClient, createClients } from '../../harness/create-clients.js';
import { insertHistory } from '../../harness/insert-history.js';
import type { Served } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { withClient } from '../../harness/with-client.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Bench } from '../bench.js';
import { postJob } from '../load/post.js';
import { postCount } from '../load/post-count.js';
import { runLoad } from '../load/run-load.js';
import { startApi } from '../world/processes.js';
import { describePlans } from './growth-plans.js';

const REPORTS = 500;
/** The share of verifications that are unfinished, as after a long outage of the provider. */
const PENDING = 0.2;

interface Grown {
  size: number;
  site: Site;
  client: BenchClient;
  api: Served;
  /** Paths of verifications accepted by the API itself. */
  reports: string[];
  /** Paths of verifications at the far end of the history. */
  oldest: string[];
}

/**
 * Does a long history make anything slower? The same work on ten thousand and on a million verifications, nine tenths
 * of them belonging to the client that does the work.
 */
export async function growth(bench: Bench): Promise<void> {
  const sizes = bench.quick ? [1_000, 10_000] : [10_000, 1_000_000];
  const grown: Grown[] = [];
  for (const size of sizes) grown.push(await grow(bench, size));
  for (let round = 0; round < bench.rounds; round += 1) {
    for (const part of grown) await measure(bench, part);
  }
  await Promise.all(grown.map(({ api }) => api.stop()));
  const largest = grown.at(-1);
  if (largest === undefined) return;
  const plans = await describePlans(largest.site, largest.client, largest.size);
  bench.notes.push(`## Plans with ${inWords(largest.size)}\n\n${plans}`);
}

async function grow({ world }: Bench, size: number): Promise<Grown> {
  const site = await world.createSite();
  const clients = await createClients(site, 101);
  const startedAt = performance.now();
  await insertHistory(site.superuserUrl, clients, size, size * PENDING);
  console.log(`  ${size} verifications inserted in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  const api = await startApi(site);
  const [first] = clients;
  if (first === undefined) throw new Error('Bug: no client');
  const accepted = await postCount(api.port, first, REPORTS);
  return {
    size,
    site,
    client: first,
    api,
    reports: accepted.map(pathOf),
    oldest: await oldest(site, first),
  };
}

/** Paths of a client's oldest verifications: only their version is read, because they have no real keys. */
function oldest(site: Site, { clientId }: BenchClient): Promise<string[]> {
  return withClient(site.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM verifications WHERE client_id = $1 ORDER BY created_at LIMIT $2',
      [clientId, REPORTS],
    );
    return rows.map(({ id }) => pathOf(toPublicId('verification', id)));
  });
}

function pathOf(id: string): string {
  return `/api/v1/verifications/${id}`;
}

function inWords(size: number): string {
  return `${size.toLocaleString('en').replaceAll(',', ' ')} verifications`;
}

async function measure(
  { figures, seconds }: Bench,
  { size, client, api, reports, oldest }: Grown,
): Promise<void> {
  const at = inWords(size);
  const job = { port: api.port, connections: 64, warmUpSeconds: 1, seconds, method: 'GET' as const };
  const get = async (
    paths: readonly string[],
    headers: Record<string, string>,
    status: number,
  ): Promise<number> => (await runLoad({ ...job, tokens: [client.token], paths, headers }, status)).perSecond;
  const accepted = await runLoad(postJob(api.port, [client], { connections: 64, seconds, async: true }), 202);
  figures.add(`growth.${size}.accept`, `${at}: accepted, one hot wallet`, '/s', accepted.perSecond);
  figures.add(
    `growth.${size}.history`,
    `${at}: history page`,
    '/s',
    await get(['/api/v1/verifications'], {}, 200),
  );
  figures.add(`growth.${size}.report`, `${at}: reports`, '/s', await get(reports, {}, 200));
  const polled = await get(oldest, { 'if-none-match': '*' }, 304);
  figures.add(`growth.${size}.poll`, `${at}: polls of the oldest (304)`, '/s', polled);
}
