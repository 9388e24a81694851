import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Soak } from './soak.js';

/** What a fault affects: two faults never affect the same thing. */
export type Area =
  | 'api'
  | 'worker'
  | 'redis'
  | 'postgres'
  | 'links'
  | 'provider'
  | 'queue'
  | 'clock'
  | 'webhooks';

/** A kind of fault. */
export interface Fault {
  readonly kind: string;
  readonly areas: readonly Area[];
  /** There is nothing in the plain implementation for it to affect. */
  readonly notForBaseline?: true;
  /** Takes so long that it only runs if `--only` names it. */
  readonly long?: true;
  /** Something not every machine provides. */
  readonly needs?: 'small disk';
  /** Does harm and undoes it; resolves when everything is restored. */
  strike(soak: Soak, random: Random): Promise<void>;
}

/** Lets a fault last for a random number of seconds within this range. */
export function last(random: Random, fromSeconds: number, toSeconds: number): Promise<void> {
  return sleep(fromSeconds * 1_000 + random.next() * (toSeconds - fromSeconds) * 1_000);
}

/** A fault that lasts for a while between a start and an end, whatever happens in between. */
export function lasting(
  kind: string,
  areas: readonly Area[],
  seconds: readonly [from: number, to: number],
  begin: (soak: Soak, random: Random) => Promise<() => unknown> | (() => unknown),
): Fault {
  return {
    kind,
    areas,
    strike: async (soak, random) => {
      const heal = await begin(soak, random);
      try {
        await last(random, ...seconds);
      } finally {
        await heal();
      }
    },
  };
}
