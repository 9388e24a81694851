import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchClient, createClients } from '../../harness/clients.js';
import { withClient } from '../../harness/with-client.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import type { Bench } from '../bench.js';
import { BODY, postJob } from '../load/post.js';
import { runLoad } from '../load/run-load.js';
import { warmUp } from '../load/warm-up.js';
import { startApi, startProvider, startWorker } from '../world/processes.js';

const CONNECTIONS = 64;
const WALLETS = 100;
/** Requests whose proof is waited for while the load runs, one after the other in each of so many lanes. */
const LANES = 4;
const MOST_SECONDS_TO_DRAIN = 120;

/**
 * What the transparency log takes from accepted requests a second, and how soon a proof is there. One worker seals, and
 * makes one call at a time, so that little else than the log is added; whoever holds the lock of the sealing switches it
 * off. Every window begins with nothing left to seal.
 */
export async function log(bench: Bench): Promise<void> {
  const { world, figures, rounds, seconds } = bench;
  const site = await world.createSite();
  const clients = await createClients(site, WALLETS);
  const provider = await startProvider(world, 20);
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
      // In turns, so that a drift of the machine touches both alike.
      for (const isOn of round % 2 === 0 ? [false, true] : [true, false]) {
        await drained(client);
        if (!isOn) await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.sealLog]);
        const before = cpuSeconds();
        const { perSecond, p99, requestIds } = await load();
        const micros = ((cpuSeconds() - before) / requestIds.length) * 1e6;
        if (!isOn) await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.sealLog]);
        const what = isOn ? 'with the log' : 'without';
        figures.add(`log.${isOn ? 'on' : 'off'}`, `accepted, ${WALLETS} wallets, ${what}`, '/s', perSecond);
        figures.add(
          `log.${isOn ? 'on' : 'off'}.cpu`,
          `processor time per POST of all processes, ${what}`,
          'µs',
          micros,
        );
        figures.add(`log.${isOn ? 'on' : 'off'}.p99`, `time to 202, ${what}, p99`, 'ms', p99);
      }
      await drained(client);
      await measureProofs(bench, api.port, clients, load);
    }
  });
  await Promise.all([api, worker, provider].map((server) => server.stop()));
}

/** Waits until every consent is in the log. */
async function drained(client: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + MOST_SECONDS_TO_DRAIN * 1_000;
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM consent_evidence) -
         (SELECT coalesce(sum(length), 0) FROM log_spans WHERE kind = 'consent') AS left`,
    );
    if (Number(rows[0]?.left) === 0) return;
    if (performance.now() > giveUpAt) throw new Error('The log does not come to its end');
    await sleep(100);
  }
}

async function measureProofs(
  { figures }: Bench,
  port: number,
  clients: readonly BenchClient[],
  load: () => ReturnType<typeof runLoad>,
): Promise<void> {
  const loading = load();
  let over = false;
  void loading.finally(() => {
    over = true;
  });
  const times: number[] = [];
  const lane = async (token: string, lane: number) => {
    for (let count = 0; !over; count += 1)
      times.push(await timeToProof(port, token, `${lane}-${count}-${times.length}`));
  };
  await Promise.all(clients.slice(0, LANES).map(({ token }, place) => lane(token, place)));
  const { perSecond } = await loading;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  figures.add('log.proof.load', 'accepted while proofs are waited for', '/s', perSecond);
  figures.add('log.proof.count', 'proofs that were waited for', '', times.length);
  figures.add('log.proof.p50', 'from the 202 to the proof, p50', 'ms', at(0.5));
  figures.add('log.proof.p99', 'from the 202 to the proof, p99', 'ms', at(0.99));
  figures.add('log.proof.max', 'from the 202 to the proof, longest', 'ms', at(1));
}

/** From the answer of a submission to its proof, which the API holds back until there is one. */
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
