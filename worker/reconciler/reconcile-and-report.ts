import { publishReconcilerRun } from '../../shared/redis/reconciler-run.js';
import { type ReconcileDeps, reconcile } from './reconcile.js';

/**
 * Runs one pass of the reconciler and publishes its result for support's queue numbers; without Redis nobody
 * could read it, so it is skipped.
 */
export async function reconcileAndReport(deps: ReconcileDeps): Promise<void> {
  const startedAt = performance.now();
  const report = await reconcile(deps);
  const run = {
    at: new Date().toISOString(),
    duration_ms: Math.round(performance.now() - startedAt),
    requeued: report.requeued,
    lost_calls: report.lostCalls,
    never_reached: report.neverReached,
    stale_jobs: report.staleJobs,
  };
  await publishReconcilerRun(deps.redis, run).catch(() => undefined);
}
