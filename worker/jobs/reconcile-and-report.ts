import { publishReconcilerRun } from '../../shared/redis/reconciler-run.js';
import { type ReconcileDeps, reconcile } from './reconcile.js';

/** One pass of the reconciler, and word of it for the queue numbers of support; without Redis nobody could read that. */
export async function reconcileAndReport(deps: ReconcileDeps): Promise<void> {
  const startedAt = performance.now();
  const report = await reconcile(deps);
  const run = {
    at: new Date().toISOString(),
    duration_ms: Math.round(performance.now() - startedAt),
    rung: report.requeued,
    lost_calls: report.lostCalls,
    never_reached: report.neverReached,
    stale_jobs: report.staleJobs,
  };
  await publishReconcilerRun(deps.redis, run).catch(() => undefined);
}
