import { setTimeout as sleep } from 'node:timers/promises';
import type { ReconcileDeps } from './reconcile.js';
import { reconcileAndReport } from './reconcile-and-report.js';

/** A pass every two seconds finds a forgotten check within seven: five until it counts as unheard, and the pause. */
const PAUSE_MS = 2_000;

/** Runs the reconciler until it is stopped; a pass that fails is logged and the next one tries again. */
export function startReconciling(deps: ReconcileDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await reconcileAndReport(deps).catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'reconciling failed'),
      );
      // Workers that started together drift apart, and a stop ends the pause at once.
      await sleep(PAUSE_MS * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(
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
