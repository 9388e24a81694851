import { ask } from '../../client/ask.js';
import type { ClientRequest } from '../../client/request.js';
import type { LinkedProcess } from '../../world/linked-process.js';
import { makeRequests, type Play, submitAll } from './play.js';

// From docs/sandbox.md.
const INCONCLUSIVE = { service: 'said_verification', subject: '0001010003075' };

/** Reviews are decided through an API that dies, and then through a surviving one. */
export async function playResolutions(play: Play): Promise<readonly ClientRequest[]> {
  const { site } = play;
  const victim = play.doom(await site.start('api', play.taps));
  const requests = await submitAll(play, makeRequests(play, INCONCLUSIVE), site.api, 'wait=20');
  await site.waitUntilSettled();
  play.arm();
  await Promise.all(
    requests.map(async ({ ids: [id = ''] }) => {
      const status = await release(victim, site.staff.support, id);
      if (status === 200) return;
      const again = await release(site.api, site.staff.support, id);
      // 409: the API that died had already committed the decision.
      if (again !== 200 && again !== 409) throw new Error(`The decision was answered with ${again}`);
    }),
  );
  return requests;
}

async function release({ url }: LinkedProcess, token: string, id: string): Promise<number | undefined> {
  const answer = await ask(`${url}/api/v1/support/reviews/${id}/resolution`, {
    token,
    method: 'POST',
    body: { decision: 'release', note: 'Nothing came of it' },
  });
  return answer?.status;
}
