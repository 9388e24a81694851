import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Soak } from './soak.js';

/** What a fault lays its hands on: two faults never lie on one thing. */
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
  /** The plain implementation has nothing that it could strike. */
  readonly notForBaseline?: true;
  /** Takes so long that it is done only where `--only` names it. */
  readonly long?: true;
  /** What not every machine can give. */
  readonly needs?: 'small disk';
  /** Does harm and undoes it again; resolves when all is healed. */
  strike(soak: Soak, random: Random): Promise<void>;
}

/** Lets a fault last for so many seconds, drawn between these. */
export function last(random: Random, fromSeconds: number, toSeconds: number): Promise<void> {
  return sleep(fromSeconds * 1_000 + random.next() * (toSeconds - fromSeconds) * 1_000);
}

/** A fault that lasts for a while between a beginning and an end, whatever happens in between. */
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
