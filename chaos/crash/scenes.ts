import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../test/support/wait-for.js';
import { anyRequest, type ClientRequest, newRequest } from '../client/request.js';
import { sendOnce, sendUntilAccepted } from '../client/submit.js';
import type { Random } from '../random.js';
import type { LinkedProcess } from '../world/linked-process.js';
import type { CrashSite } from './crash-site.js';
import type { KillPoint } from './points.js';

/** Everything that happens around one kill. */
interface Play {
  site: CrashSite;
  victim: LinkedProcess;
  point: KillPoint;
  /** Begins the keys of its requests. */
  name: string;
  random: Random;
}

/** Requests for one kill. */
const REQUESTS = { min: 4, max: 12 };
/** They do not all arrive in one instant, in milliseconds. */
const ARRIVALS = { min: 0, max: 30 };

// Subjects of docs/sandbox.md.
const SLOW = '0001010005070';
const NEVER_ANSWERS = '0001010006078';
const INCONCLUSIVE = '0001010003075';

/**
 * Plays the scene of a kill point: prepares, calls `arm`, and then does what leads to the moment. Resolves with its
 * requests when every one of them has been acknowledged by somebody.
 */
export function playScene(play: Play, arm: () => void): Promise<readonly ClientRequest[]> {
  switch (play.point.scene) {
    case 'submissions':
      return playSubmissions(play, arm);
    case 'lost calls':
      return playLostCalls(play, arm);
    case 'forgotten jobs':
      return playForgottenJobs(play, arm);
    case 'resolutions':
      return playResolutions(play, arm);
  }
}

function makeRequests({ site, name, random }: Play, subject?: string): ClientRequest[] {
  const count = random.between(REQUESTS.min, REQUESTS.max);
  const requests = Array.from({ length: count }, (_, index) => {
    const key = `${name}-${index}`;
    return subject === undefined ? anyRequest(key, random) : newRequest(key, 'said_verification', subject);
  });
  site.requests.push(...requests);
  return requests;
}

/** Each is sent once to the first API, and then to the one that lives until it is acknowledged. */
async function submitAll(
  { site, random }: Play,
  requests: readonly ClientRequest[],
  first: LinkedProcess,
  prefer: string,
) {
  await Promise.all(
    requests.map(async (request) => {
      await sleep(random.between(ARRIVALS.min, ARRIVALS.max));
      if (await sendOnce(request, site.submitterTo(first), prefer)) return;
      await sendUntilAccepted(request, site.submitterTo(site.api));
    }),
  );
  return requests;
}

function playSubmissions(play: Play, arm: () => void): Promise<readonly ClientRequest[]> {
  const { site, victim, point } = play;
  const requests = makeRequests(play, point.slow ? SLOW : undefined);
  arm();
  const first = point.role === 'api' ? victim : site.api;
  return submitAll(play, requests, first, point.role === 'api' ? 'wait=10' : 'respond-async');
}

/** A worker dies with its calls under way; then the victim's reconciler gives them up. */
async function playLostCalls(play: Play, arm: () => void): Promise<readonly ClientRequest[]> {
  const { site, victim } = play;
  // While the victim stands still, only the other worker can take the jobs.
  victim.signal('SIGSTOP');
  const doomed = await site.start('worker', {}, { PROVIDER_TIMEOUT_MS: '60000' });
  const requests = await submitAll(play, makeRequests(play, NEVER_ANSWERS), site.api, 'respond-async');
  await waitFor(async () => (await heldCalls(site)) >= requests.length, {
    timeoutMs: 30_000,
    describe: 'the provider holds the calls',
  });
  doomed.signal('SIGKILL');
  await doomed.exited;
  await doomed.close();
  arm();
  await site.db.query(`UPDATE provider_calls SET deadline_at = now() WHERE state = 'started'`);
  victim.signal('SIGCONT');
  return requests;
}

/** How many calls that are not given up yet the provider has read. */
async function heldCalls({ db, servers }: CrashSite): Promise<number> {
  const rows = await db.query<{ check_id: string }>(
    `SELECT check_id FROM provider_calls WHERE state = 'started' AND deadline_at > now()`,
  );
  const read = new Set(servers.provider.calls().map(({ reference }) => reference));
  return rows.filter(({ check_id }) => read.has(check_id)).length;
}

/** Nobody rings for what is accepted, and then it has been so for a while. */
async function playForgottenJobs(play: Play, arm: () => void): Promise<readonly ClientRequest[]> {
  const { site } = play;
  site.api.links.redis.sever();
  try {
    const requests = await submitAll(play, makeRequests(play), site.api, 'respond-async');
    arm();
    await site.db.query(`UPDATE checks SET rung_at = now() - interval '1 minute' WHERE status = 'pending'`);
    return requests;
  } finally {
    site.api.links.redis.restore();
  }
}

/** Reviews are released by an API that dies, and then by one that lives. */
async function playResolutions(play: Play, arm: () => void): Promise<readonly ClientRequest[]> {
  const { site, victim } = play;
  const requests = await submitAll(play, makeRequests(play, INCONCLUSIVE), site.api, 'wait=20');
  await site.waitUntilSettled();
  arm();
  await Promise.all(
    requests.map(async ({ ids: [id = ''] }) => {
      const status = await release(victim, site, id);
      if (status === 200) return;
      const again = await release(site.api, site, id);
      // 409: the API that died had committed the decision.
      if (again !== 200 && again !== 409) throw new Error(`The decision was answered with ${again}`);
    }),
  );
  return requests;
}

async function release(
  { url }: LinkedProcess,
  { supportToken }: CrashSite,
  id: string,
): Promise<number | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/support/reviews/${id}/resolution`, {
      method: 'POST',
      headers: { authorization: `Bearer ${supportToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'release', note: 'Nothing came of it' }),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return undefined;
  }
}
