import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs something repeatedly, with about `pauseMs` in between, until stopped; a failure does not end it. A stop waits
 * for a run under way: one that may take long asks `stopping` between its steps.
 */
export function repeatUntilStopped(options: {
  run(stopping: () => boolean): Promise<unknown>;
  pauseMs: number;
  onError(error: unknown): void;
}): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await options.run(() => stopping.signal.aborted).catch(options.onError);
      // Jitter makes processes that started together drift apart; a stop ends the pause at once.
      await sleep(options.pauseMs * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
