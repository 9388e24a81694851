import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchClient, createClients } from '../../harness/create-clients.js';
import { withClient } from '../../harness/with-client.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import type { Bench } from '../bench.js';
import { BODY, postJob } from '../load/post.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { startApi, startProvider, startWorker } from '../world/processes.js';

const CONNECTIONS = 64;
const WALLETS = 100;
/** Parallel lanes, each waiting for one proof after the other while the load runs. */
const LANES = 4;
const MAX_SECONDS_TO_SEAL = 120;
/** Measurement continues this long after the load, sealing or not, so that background work counts equally. */
const TAIL_SECONDS = 3;
/**
 * The time within which a proof is promised (contract 14). Later sealing counts as if the load had lasted until then.
 */
const PROMISED_SECONDS = 2;
/** One check at a time, slow enough to take almost no processor time. */
const PROVIDER_MS = 2_000;

/** The measuring instruments of a window. */
interface Measured {
  client: pg.Client;
  load: () => ReturnType<typeof runLoad>;
  /** Of all processes together, so far. */
  cpuSeconds: () => number;
}

/**
 * What the transparency log costs in accepted requests per second, and how soon a proof is available. One worker seals,
 * and makes one long call at a time, so that it adds little besides the log; holding the lock of the sealing switches
 * it off. Every window begins with nothing left to seal and ends with everything sealed, included in its processor
 * time.
 */
export async function log(bench: Bench): Promise<void> {
  const { world, rounds, seconds } = bench;
  const site = await world.createSite();
  const clients = await createClients(site, WALLETS);
  const provider = await startProvider(world, PROVIDER_MS);
  const [api, worker] = [
    await startApi(site),
    await startWorker(site, provider.port, { WORKER_CONCURRENCY: '1' }),
  ];
  const options = { connections: CONNECTIONS, seconds, async: true };
  const cpuSeconds = () => api.cpuSeconds() + worker.cpuSeconds() + world.cpuSeconds().postgres;
  const load = () => runLoad(postJob(api.port, clients, options), 202);
  await warmUp(postJob(api.port, clients, options), 202, bench);
  await withClient(site.ownerUrl, async (client) => {
    for (let round = 0; round < rounds; round += 1) {
      // Alternating, so that drift of the machine affects both alike.
      for (const isOn of round % 2 === 0 ? [false, true] : [true, false]) {
        await untilSealed(client, await countConsents(client));
        await measureWindow(bench, isOn, { client, load, cpuSeconds });
      }
      await untilSealed(client, await countConsents(client));
      await measureProofs(bench, api.port, clients, load);
    }
  });
  await Promise.all([api, worker, provider].map((server) => server.stop()));
}

async function measureWindow({ figures, seconds }: Bench, isOn: boolean, measured: Measured): Promise<void> {
  const { client, load, cpuSeconds } = measured;
  const sealedBefore = await countSealed(client);
  if (!isOn) await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.sealLog]);
  const before = cpuSeconds();
  const { perSecond, p99, requestIds } = await load();
  const late = isOn ? await untilSealed(client, sealedBefore + requestIds.length) : 0;
  await sleep(Math.max(0, TAIL_SECONDS - late) * 1_000);
  const micros = ((cpuSeconds() - before) / requestIds.length) * 1e6;
  if (!isOn) await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.sealLog]);
  const sustained = (perSecond * seconds) / (seconds + Math.max(0, late - PROMISED_SECONDS));
  const [name, what] = isOn ? ['log.on', 'with the log'] : ['log.off', 'without'];
  figures.add(name, `accepted, ${WALLETS} wallets, ${what}`, '/s', sustained);
  figures.add(`${name}.cpu`, `processor time per POST of all processes, ${what}`, 'µs', micros);
  figures.add(`${name}.p99`, `time to 202, ${what}, p99`, 'ms', p99);
  if (isOn) figures.add('log.on.late', 'from the end of the load until all was sealed', 's', late);
}

async function countConsents(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int FROM consent_evidence');
  return rows[0]?.count ?? 0;
}

/** Counts the sealed consents of a client, which are numbered from 1: cheap enough not to distort the measurement. */
async function countSealed(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ sum: number }>(
    'SELECT coalesce(sum(consent_no), 0)::int AS sum FROM log_cursors',
  );
  return rows[0]?.sum ?? 0;
}

/** Waits until so many consents are in the log; returns the seconds that took. */
async function untilSealed(client: pg.Client, count: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const sealed = await countSealed(client);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (sealed === count) return seconds;
    if (sealed > count || seconds > MAX_SECONDS_TO_SEAL)
      throw new Error(`The log does not come to its end: ${sealed} of ${count} consents are in it`);
    await sleep(50);
  }
}

async function measureProofs(
  { figures }: Bench,
  port: number,
  clients: readonly BenchClient[],
  load: () => ReturnType<typeof runLoad>,
): Promise<void> {
  let over = false;
  const loading = load().finally(() => {
    over = true;
  });
  const times: number[] = [];
  const lane = async (token: string, lane: number) => {
    for (let count = 0; !over; count += 1)
      times.push(await timeToProof(port, token, `${lane}-${count}-${times.length}`));
  };
  const lanes = clients.slice(0, LANES).map(({ token }, place) => lane(token, place));
  // Together, so that neither is left to fail unheard: that would end the whole benchmark, and not this section alone.
  const [{ perSecond }] = await Promise.all([loading, ...lanes]);
  const [longest] = times.sort((a, b) => b - a);
  if (longest === undefined) throw new Error('No proof was there before the load was over');
  // Counted from the longest one.
  const at = (share: number) => times[Math.floor(times.length * (1 - share))] ?? longest;
  figures.add('log.proof.load', 'accepted while proofs are waited for', '/s', perSecond);
  figures.add('log.proof.count', 'proofs that were waited for', '', times.length);
  figures.add('log.proof.p50', 'from the 202 to the proof, p50', 'ms', at(0.5));
  figures.add('log.proof.p99', 'from the 202 to the proof, p99', 'ms', at(0.99));
  figures.add('log.proof.max', 'from the 202 to the proof, longest', 'ms', longest);
}

/** The time from the answer to a submission to its proof, which the API holds back until it exists. */
async function timeToProof(port: number, token: string, name: string): Promise<number> {
  const address = `http://127.0.0.1:${port}/api/v1/verifications`;
  const authorization = `Bearer ${token}`;
  const key = `proof-${name}-${performance.now()}`;
  const created = await fetch(address, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      prefer: 'respond-async',
      'idempotency-key': key,
    },
    body: BODY,
  });
  const { request_id: id } = (await created.json()) as { request_id: string };
  const acceptedAt = performance.now();
  for (;;) {
    const proof = await fetch(`${address}/${id}/evidence.tlog-proof`, { headers: { authorization } });
    await proof.arrayBuffer();
    if (proof.status === 200) return performance.now() - acceptedAt;
    if (proof.status !== 409) throw new Error(`A proof was answered with ${proof.status}`);
  }
}
