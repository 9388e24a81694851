import type { ClientRequest } from '../../client/request.js';
import { type Play, settleOneSubject } from './play.js';

const ROTATE = ['rotate-keys'];

/** The command that reseals everything under another key dies, and is run again to completion. */
export async function playRotations(play: Play): Promise<readonly ClientRequest[]> {
  const { site, name } = play;
  const { requests } = await settleOneSubject(play);
  const environment = { ENCRYPTION_KEYS: site.keys.turn() };
  play.arm();
  const victim = play.doom(await site.startCommand(ROTATE, play.taps, environment));
  await victim.exited;
  const again = await site.startCommand(ROTATE, {}, environment);
  const code = await again.exited;
  await again.close();
  if (code !== 0) {
    site.findings.push({ kind: 'unopened', what: `${name}: the next rotation ended with ${code}` });
  }
  site.promised.opened.push(...requests);
  return requests;
}
