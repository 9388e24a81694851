import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequest } from '../client/request.js';
import type { Random } from '../random.js';
import { tapCalls } from '../wire/tap-calls.js';
import { tapPostgres } from '../wire/tap-postgres.js';
import { tapRedis } from '../wire/tap-redis.js';
import { Trigger } from '../wire/trigger.js';
import type { LinkedCommand } from '../world/linked-process.js';
import type { CrashSite } from './crash-site.js';
import type { KillPoint } from './points/kill-point.js';
import { SCENES } from './scenes/index.js';
import type { Play } from './scenes/play.js';

/** One process that was killed. */
export interface Kill {
  point: KillPoint;
  /** Whether its moment came; a process that did not reach it was killed anyway. */
  effective: boolean;
  /** What was submitted for this kill. */
  requests: readonly ClientRequest[];
  /** Milliseconds since the epoch. */
  killedAt: number;
}

/** A moment that has not come after this many milliseconds will not come: a busy machine was seen to take ten seconds. */
const COMES_WITHIN_MS = 30_000;
/** When a process without a kill point dies, in milliseconds from the first submission. */
const ANY_MOMENT = { min: 0, max: 400 };

/** Starts a process, lets it reach the kill point, and kills it there. */
export async function killOnce(
  site: CrashSite,
  point: KillPoint,
  name: string,
  random: Random,
): Promise<Kill> {
  let victim: LinkedCommand | undefined;
  let killedAt = 0;
  const trigger = new Trigger(() => {
    killedAt = Date.now();
    victim?.signal('SIGKILL');
  }, random.for('trigger'));
  const playing = SCENES[point.scene]({
    site,
    point,
    name,
    random: random.for('scene'),
    taps: tapsOf(trigger),
    doom: (doomed) => {
      victim = doomed;
      return doomed;
    },
    arm: () => {
      if (point.watch !== undefined) trigger.arm(point.watch);
      else setTimeout(() => trigger.strike(), random.between(ANY_MOMENT.min, ANY_MOMENT.max));
    },
  });
  const effective = await Promise.race([
    trigger.hit.then(() => true),
    playing.then(() => sleep(COMES_WITHIN_MS, false, { ref: false })),
  ]);
  if (!effective) trigger.strike();
  const requests = await playing;
  await victim?.exited;
  await victim?.close();
  return { point, effective, requests, killedAt };
}

function tapsOf(trigger: Trigger): Play['taps'] {
  return {
    postgres: () => tapPostgres(trigger),
    redis: () => tapRedis(trigger),
    provider: tapCalls(trigger, 'provider'),
    receiver: tapCalls(trigger, 'receiver'),
  };
}
