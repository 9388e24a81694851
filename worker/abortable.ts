import { setMaxListeners } from 'node:events';

interface Limits {
  withinMs: number;
  /** Lasts as long as the process. */
  stop?: AbortSignal | undefined;
}

/**
 * Runs `work` with a signal that fires after `withinMs` milliseconds, or with `stop`. Afterwards nothing is left
 * listening on `stop`, which lives as long as the process; AbortSignal.any would leave an entry there for every call.
 */
export async function abortable<T>(
  { withinMs, stop }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limits = new AbortController();
  const timer = setTimeout(() => {
    limits.abort(new DOMException(`Not done within ${withinMs} ms`, 'TimeoutError'));
  }, withinMs);
  const onStop = (): void => limits.abort(stop?.reason);
  // One for each that is in progress: Node.js would warn of a leak from eleven on.
  if (stop !== undefined) setMaxListeners(0, stop);
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted === true) onStop();
  try {
    return await work(limits.signal);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}
