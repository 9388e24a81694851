import type { Response } from 'express';
import { identityOf, userOf } from '../http/context.js';
import { placesTaken } from '../limits/headers.js';

/** Most hashes at once in one feature: each takes 19 MiB and a thread of the pool that DNS and files also need. */
const SLOTS = 4;
/** How long a request waits for a slot before it is refused. */
const MAX_WAIT_MS = 2_000;

/**
 * Limits how many passwords one feature of a process hashes at once, so that a flood of logins costs others neither
 * memory nor time. Each feature has its own slots: admins can confirm who they are, and help, while logins are flooded.
 * Requests wait in lanes that take turns: after hundreds of logins from one address, even with the right password,
 * which no quota counts, somebody else waits for one of them and not for all.
 */
export class HashSlots {
  #free = SLOTS;
  /** By lane, in the order of their turns. */
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Runs `work` in a slot. Throws `rate_limited` if none becomes free within two seconds. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(lane);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(lane: string): Promise<void> {
    const waiting = this.#waiting.get(lane) ?? new Set();
    this.#waiting.set(lane, waiting);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        if (waiting.size === 0) this.#waiting.delete(lane);
      };
      const enter = (): void => {
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(placesTaken('password-hashing', SLOTS, MAX_WAIT_MS / 1_000));
      }, MAX_WAIT_MS);
      waiting.add(enter);
    });
  }

  /** Hands the slot to the request waiting longest in the lane whose turn it is, which then goes to the end. */
  #release(): void {
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#free += 1;
      return;
    }
    const [lane, waiting] = turn;
    const [next] = waiting;
    this.#waiting.delete(lane);
    this.#waiting.set(lane, waiting);
    next?.();
  }
}

/** The lane of somebody who is signed in: all of a client share one. */
export function laneOf(res: Response): string {
  return identityOf(res).liveClientId ?? userOf(res).id;
}
