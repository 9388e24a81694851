import { repeatUntilStopped } from '../../shared/repeat.js';
import { logPassErrors } from '../pass-errors.js';
import { OverdueCalls } from './find-lost-calls.js';
import type { ReconcileDeps } from './reconcile.js';
import { reconcileAndReport } from './reconcile-and-report.js';

/**
 * A pass every two seconds finds a forgotten check within seven: five until it counts as idle, plus the
 * pause.
 */
const PAUSE_MS = 2_000;

/** Runs the reconciler until stopped; a failed pass is logged and the next one tries again. */
export function startReconciling(deps: Omit<ReconcileDeps, 'overdueCalls' | 'stopping'>): {
  stop(): Promise<void>;
} {
  const overdueCalls = new OverdueCalls();
  return repeatUntilStopped({
    run: (stopping) => reconcileAndReport({ ...deps, overdueCalls, stopping }),
    pauseMs: PAUSE_MS,
    onError: logPassErrors(deps.logger, 'reconciling failed'),
  });
}
