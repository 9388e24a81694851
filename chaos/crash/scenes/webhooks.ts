import { setTimeout as sleep } from 'node:timers/promises';
import { letAnHourPass } from '../../client/let-deliveries-come.js';
import type { ClientRequest } from '../../client/request.js';
import { makeRequests, type Play, submitAll } from './play.js';

/** Longer than the queue keeps the job of a worker that died earlier, in milliseconds. */
const TELLS_WITHIN_MS = 30_000;
const TIME_PASSES_EVERY_MS = 1_000;

/** A worker dies while it notifies the client of results; the claims of the last one have expired. */
export async function playWebhooks(play: Play): Promise<readonly ClientRequest[]> {
  const { site, taps } = play;
  const { endpointId } = await site.subscribe(taps.receiver);
  const victim = play.doom(await site.start('worker', taps));
  play.arm();
  const requests = await submitAll(play, makeRequests(play), site.api, 'respond-async');
  let dead = false;
  const exited = victim.exited.then(() => {
    dead = true;
  });
  const giveUpAt = performance.now() + TELLS_WITHIN_MS;
  while (!dead && performance.now() < giveUpAt) {
    await letAnHourPass(site.db, endpointId);
    await Promise.race([exited, sleep(TIME_PASSES_EVERY_MS)]);
  }
  return requests;
}
