import { setTimeout as wait } from 'node:timers/promises';
import { TimeoutError } from './errors.js';

// A longer one would overflow the timer and fire at once.
const MAX_TIMER_MS = 2_147_483_647;

/** Waits so many milliseconds. Throws the signal's reason as soon as that is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}

/** The time that something may take, together with the caller's own wish to stop. */
export class Deadline {
  /** Aborted by the caller, with the caller's reason, or when the time is over, with a TimeoutError. */
  readonly signal: AbortSignal;
  readonly #end: number;
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;

  /** Throws RangeError for a time that is none, and the caller's reason when that has stopped already. */
  constructor(timeoutMs: number, caller?: AbortSignal) {
    if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be a positive number of milliseconds');
    caller?.throwIfAborted();
    // Not AbortSignal.any and AbortSignal.timeout: in Node.js 20 such a pair may be collected before it fires.
    const controller = new AbortController();
    const stop = () => controller.abort(caller?.reason);
    caller?.addEventListener('abort', stop, { once: true });
    this.#release = () => caller?.removeEventListener('abort', stop);
    this.#end = performance.now() + timeoutMs;
    this.#timer = setTimeout(
      () => controller.abort(new TimeoutError(`There was no answer within ${timeoutMs} ms`)),
      Math.min(timeoutMs, MAX_TIMER_MS),
    );
    this.signal = controller.signal;
  }

  /** Milliseconds that are left, 0 when it is over. */
  remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** To be called when the work is done: a timer would keep the process alive. */
  release(): void {
    clearTimeout(this.#timer);
    this.#release();
  }
}
