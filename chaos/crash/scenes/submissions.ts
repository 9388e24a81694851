import type { ClientRequest } from '../../client/request.js';
import { makeRequests, type Play, submitAll } from './play.js';

// From docs/sandbox.md.
const SLOW = '0001010005070';

/** Requests are submitted while an API or a worker dies. */
export async function playSubmissions(play: Play): Promise<readonly ClientRequest[]> {
  const { site, point, taps } = play;
  const api = point.role === 'api';
  const victim = play.doom(await site.start(api ? 'api' : 'worker', taps));
  const requests = makeRequests(play, point.slow && { service: 'said_verification', subject: SLOW });
  play.arm();
  return submitAll(play, requests, api ? victim : site.api, api ? 'wait=10' : 'respond-async');
}
