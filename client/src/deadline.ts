import { setTimeout as wait } from 'node:timers/promises';
import { TimeoutError } from './errors.js';

// A longer one would overflow the timer and fire at once.
const MAX_TIMER_MS = 2_147_483_647;

/** Waits this many milliseconds. Throws the signal's reason as soon as it is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal && { signal }).catch((error: unknown) => {
    throw signal?.reason ?? error;
  });
}

/** A time limit combined with the caller's own signal. */
export class Deadline {
  /** Aborted by the caller, with the caller's reason, or when time runs out, with a TimeoutError. */
  readonly signal: AbortSignal;
  readonly #end: number;
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;

  /** Throws RangeError for an invalid time, and the caller's reason if it has already aborted. */
  constructor(timeoutMs: number, caller?: AbortSignal) {
    if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be a positive number of milliseconds');
    caller?.throwIfAborted();
    // Not AbortSignal.any and AbortSignal.timeout: in Node.js 20 such a pair may be garbage-collected before it fires.
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

  /** Milliseconds left; 0 when time has run out. */
  remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Call it when the work is done: a pending timer would keep the process alive. */
  release(): void {
    clearTimeout(this.#timer);
    this.#release();
  }
}
