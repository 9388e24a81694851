import { placesTaken } from '../limits/headers.js';

/** At most so many hashes at once: each takes 19 MiB and a thread of the pool that DNS and files need too. */
const SLOTS = 4;
/** How long a request waits for a slot before it is turned away. */
const LONGEST_WAIT_MS = 2_000;

/** Bounds the password hashing of a process, so that a flood of logins costs others neither memory nor time. */
export class HashSlots {
  #free = SLOTS;
  readonly #waiting = new Set<() => void>();

  /** Runs `work` in a slot. Throws `rate_limited` when none comes free within two seconds. */
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

  /** Hands the slot to whoever waits longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else next();
  }
}
