import { setMaxListeners } from 'node:events';

interface Limits {
  withinMs: number;
  /** Lasts as long as the process. */
  stop?: AbortSignal | undefined;
}

/**
 * From now on, work may take this many milliseconds, however long it has taken. Does nothing once it is over: a mail is
 * still read to its end where the server has refused it meanwhile.
 */
type Allow = (ms: number) => void;

/**
 * Runs `work` with a signal that fires after `withinMs` milliseconds, unless it is allowed others meanwhile, or with
 * `stop`. Afterwards nothing is left listening on `stop`, which lives as long as the process; AbortSignal.any would
 * leave an entry there for every call.
 */
export async function abortable<T>(
  { withinMs, stop }: Limits,
  work: (signal: AbortSignal, allow: Allow) => Promise<T>,
): Promise<T> {
  const limits = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const allow = (ms: number): void => {
    clearTimeout(timer);
    if (isOver) return;
    timer = setTimeout(() => {
      limits.abort(new DOMException(`Not done within ${ms} ms`, 'TimeoutError'));
    }, ms);
  };
  allow(withinMs);
  const onStop = (): void => limits.abort(stop?.reason);
  // One for each that is in progress: Node.js would warn of a leak from eleven on.
  if (stop !== undefined) setMaxListeners(0, stop);
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted === true) onStop();
  try {
    return await work(limits.signal, allow);
  } finally {
    isOver = true;
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}
