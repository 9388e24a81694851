import { placesTaken } from '../limits/headers.js';

/** Most hashes at once in one feature: each takes 19 MiB and a thread of the pool that DNS and files also need. */
const SLOTS = 4;
/** How long a request waits for a slot before it is refused. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Limits the password hashing of one feature of a process, so that a flood of logins costs others neither memory nor
 * time. Each feature has its own: admins can confirm who they are and help while logins are flooded.
 */
export class HashSlots {
  #free = SLOTS;
  readonly #waiting = new Set<() => void>();

  /** Runs `work` in a slot. Throws `rate_limited` if none becomes free within two seconds. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(enter);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(placesTaken('password-hashing', SLOTS, LONGEST_WAIT_MS / 1_000));
      }, LONGEST_WAIT_MS);
      this.#waiting.add(enter);
    });
  }

  /** Hands the slot to the request waiting longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }
}
