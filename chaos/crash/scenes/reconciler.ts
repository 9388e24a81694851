import { waitFor } from '../../../harness/wait-for.js';
import type { ClientRequest } from '../../client/request.js';
import type { CrashSite } from '../crash-site.js';
import { makeRequests, type Play, submitAll } from './play.js';

// From docs/sandbox.md.
const NEVER_ANSWERS = { service: 'said_verification', subject: '0001010006078' };

/** A worker dies with calls in flight; then the victim's reconciler gives them up. */
export async function playLostCalls(play: Play): Promise<readonly ClientRequest[]> {
  const { site } = play;
  const victim = play.doom(await site.start('worker', play.taps));
  // While the victim is suspended, only the other worker can take the jobs.
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
  play.arm();
  await site.db.query(`UPDATE provider_calls SET deadline_at = now() WHERE state = 'started'`);
  victim.signal('SIGCONT');
  return requests;
}

/** Counts the calls the provider has read that are not given up yet. */
async function heldCalls({ db, servers }: CrashSite): Promise<number> {
  const rows = await db.query<{ check_id: string }>(
    `SELECT check_id FROM provider_calls WHERE state = 'started' AND deadline_at > now()`,
  );
  const read = new Set(servers.provider.calls().map(({ reference }) => reference));
  return rows.filter(({ check_id }) => read.has(check_id)).length;
}

/** Accepted checks are never enqueued, and some time passes. */
export async function playForgottenJobs(play: Play): Promise<readonly ClientRequest[]> {
  const { site } = play;
  play.doom(await site.start('worker', play.taps));
  site.api.links.redis.sever();
  try {
    const requests = await submitAll(play, makeRequests(play), site.api, 'respond-async');
    play.arm();
    await site.db.query(`UPDATE checks SET rung_at = now() - interval '1 minute' WHERE status = 'pending'`);
    return requests;
  } finally {
    site.api.links.redis.restore();
  }
}
