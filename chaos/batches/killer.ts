import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Slot } from '../soak/slot.js';

/** Pauses between two kills, in milliseconds: often too short for the last victim to be back. */
const PAUSE = { min: 2_000, max: 12_000 };

/** Kills processes of both roles at random, by SIGKILL, until `until` resolves. Returns how many of each. */
export async function killAtRandom(
  slots: readonly Slot[],
  random: Random,
  until: Promise<unknown>,
): Promise<Record<Slot['role'], number>> {
  const kills = { api: 0, worker: 0 };
  let over = false;
  const ended = until.finally(() => {
    over = true;
  });
  for (;;) {
    await Promise.race([ended, sleep(random.between(PAUSE.min, PAUSE.max))]);
    if (over) return kills;
    const alive = slots.filter(({ ready }) => ready);
    if (alive.length === 0) continue;
    const slot = random.pick(alive);
    slot.signal('SIGKILL');
    kills[slot.role] += 1;
  }
}
