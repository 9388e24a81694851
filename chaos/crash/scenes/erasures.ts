import { ask } from '../../client/ask.js';
import type { ClientRequest } from '../../client/request.js';
import { type Play, settleOneSubject } from './play.js';

/**
 * An API dies while it erases a subject. The request is not repeated: once the marks are committed, the erasure must
 * finish by itself.
 */
export async function playErasures(play: Play): Promise<readonly ClientRequest[]> {
  const { site } = play;
  const { subject, requests } = await settleOneSubject(play);
  const victim = play.doom(await site.start('api', play.taps));
  play.arm();
  const answer = await ask(`${victim.url}${site.personalDataPath('erasures')}`, {
    token: site.staff.admin,
    method: 'POST',
    body: { subject, reason: `Kill ${play.name}` },
  });
  if (answer !== undefined && answer.status !== 200) {
    throw new Error(`The erasure was answered with ${JSON.stringify(answer)}`);
  }
  site.promised.erased.push(...requests);
  return requests;
}
