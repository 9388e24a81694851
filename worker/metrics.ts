import { Counter, Histogram, type Registry } from 'prom-client';
import type { UpstreamPath } from '../shared/domain/upstream-paths.js';
import type { Verdict } from './provider/types.js';

/** What the worker counts. */
export interface WorkerMetrics {
  countCall(path: UpstreamPath, verdict: Verdict, durationMs: number): void;
  countReconciled(what: 'rung' | 'lost_calls' | 'never_reached', count: number): void;
  countJobFailure(): void;
}

/** Registers the worker's metrics. */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const calls = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Provider calls by upstream route and by what their answer meant',
    labelNames: ['path', 'class', 'reason'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [registry],
  });
  const reconciled = new Counter({
    name: 'reconciled_checks_total',
    help: 'Checks that the reconciler rang again or put into review',
    labelNames: ['what'],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'check_jobs_failed_total',
    help: 'Jobs that ended in an error of ours; PostgreSQL decides what happens to their checks',
    registers: [registry],
  });
  return {
    countCall: (path, verdict, durationMs) => {
      // The reason of a refusal is the provider's own error code, and would be a label without bounds.
      const reason =
        verdict.class === 'uncertain' || verdict.class === 'refused_for_now' ? verdict.reason : '';
      calls.observe({ path, class: verdict.class, reason }, durationMs / 1_000);
    },
    countReconciled: (what, count) => reconciled.inc({ what }, count),
    countJobFailure: () => failures.inc(),
  };
}
