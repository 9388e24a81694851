import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createBatchMetric } from '../shared/ops/metrics.js';
import type { CallProvider, CheckCode } from '../shared/services/index.js';
import type { CheckResult } from '../shared/settlement/settlement.js';
import type { RouteCircuit } from './providers/circuits.js';
import type { Provider } from './providers/provider.js';
import { UNCERTAIN_REASONS, type Verdict } from './providers/types.js';
import { MENDED, type Mended } from './reconciler/mend-timestamps.js';

const RECONCILED = ['requeued', 'lost_calls', 'never_reached'] as const;

/** A settled call. */
export interface SettledCall {
  service: CheckCode;
  provider: CallProvider;
  path: string;
}

/** The worker's counters. */
export interface WorkerMetrics {
  countCall(provider: CallProvider, path: string, verdict: Verdict, durationMs: number): void;
  /** Counts what a call brought its check, an outcome or manual review, and how many seconds after its request. */
  countResult(call: SettledCall, result: CheckResult, afterSeconds: number): void;
  /** Counts an answer that could not be stored and was given up. */
  countDroppedAnswer(): void;
  countReconciled(what: (typeof RECONCILED)[number], count: number): void;
  /** Counts timestamps in the future, left by a wrong clock. */
  countMended(what: Mended, count: number): void;
  /** Counts a completed pass of the reconciler. */
  countPass(): void;
  countJobFailure(): void;
  countBatch(batch: string, size: number): void;
}

type WatchedProviders = readonly Pick<Provider, 'name' | 'routes'>[];

/** Registers the worker's metrics. */
export function createWorkerMetrics(registry: Registry, providers: WatchedProviders): WorkerMetrics {
  const dropped = new Counter({
    name: 'provider_answers_dropped_total',
    help: 'Answers of the provider that could not be stored and were given up',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'check_jobs_failed_total',
    help: 'Jobs that failed because of a defect; PostgreSQL decides what happens to their checks',
    registers: [registry],
  });
  return {
    ...createCallMetrics(registry, providers),
    ...createResultMetrics(registry, providers),
    countDroppedAnswer: () => dropped.inc(),
    ...createReconcilerMetrics(registry),
    countJobFailure: () => failures.inc(),
    countBatch: createBatchMetric(registry),
  };
}

function createCallMetrics(
  registry: Registry,
  providers: WatchedProviders,
): Pick<WorkerMetrics, 'countCall'> {
  const calls = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Provider calls, by provider, route and meaning of the answer',
    labelNames: ['provider', 'path', 'class', 'reason'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers: [registry],
  });
  // Series that alerts watch start at 0: one that first appears with a value shows no increase.
  for (const route of routesOf(providers)) {
    calls.zero({ ...route, class: 'refused_for_now', reason: 'credentials' });
    for (const reason of UNCERTAIN_REASONS) calls.zero({ ...route, class: 'uncertain', reason });
  }
  const simulated = new Counter({
    name: 'simulated_calls_total',
    help: 'Calls to the test-mode simulator, by meaning of the answer; no other metric includes them',
    labelNames: ['class'],
    registers: [registry],
  });
  return {
    countCall: (provider, path, verdict, durationMs) => {
      if (provider === 'simulator') return simulated.inc({ class: verdict.class });
      // The reason of `not_sent` is a system error code, whose values as a label would be unbounded.
      const reason =
        verdict.class === 'uncertain' || verdict.class === 'refused_for_now' ? verdict.reason : '';
      calls.observe({ provider, path, class: verdict.class, reason }, durationMs / 1_000);
    },
  };
}

function createResultMetrics(
  registry: Registry,
  providers: WatchedProviders,
): Pick<WorkerMetrics, 'countResult'> {
  const results = new Counter({
    name: 'check_results_total',
    help: 'Results obtained by calls, by service, provider, route and outcome',
    labelNames: ['service', 'provider', 'path', 'result'],
    registers: [registry],
  });
  const afterRequest = new Histogram({
    name: 'check_result_seconds',
    help: 'Time from the request to the result of a check, by provider and route',
    labelNames: ['provider', 'path'],
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600],
    registers: [registry],
  });
  for (const route of routesOf(providers)) afterRequest.zero(route);
  return {
    countResult: ({ service, provider, path }, { status, ...result }, afterSeconds) => {
      if (status === 'pending' || provider === 'simulator') return;
      afterRequest.observe({ provider, path }, afterSeconds);
      results.inc({ service, provider, path, result: 'outcome' in result ? result.outcome : status });
    },
  };
}

function routesOf(providers: WatchedProviders): { provider: string; path: string }[] {
  return providers.flatMap(({ name, routes }) => routes.map(({ path }) => ({ provider: name, path })));
}

function createReconcilerMetrics(
  registry: Registry,
): Pick<WorkerMetrics, 'countReconciled' | 'countMended' | 'countPass'> {
  const reconciled = new Counter({
    name: 'reconciled_checks_total',
    help: 'Checks that the reconciler enqueued again or put into review',
    labelNames: ['what'],
    registers: [registry],
  });
  for (const what of RECONCILED) reconciled.inc({ what }, 0);
  const mended = new Counter({
    name: 'future_stamps_mended_total',
    help: 'Timestamps impossibly far in the future, left by a wrong clock, that were made due',
    labelNames: ['what'],
    registers: [registry],
  });
  for (const what of MENDED) mended.inc({ what }, 0);
  const lastPass = new Gauge({
    name: 'reconciler_last_pass_timestamp_seconds',
    help: 'When this worker last completed a pass',
    registers: [registry],
  });
  return {
    countReconciled: (what, count) => reconciled.inc({ what }, count),
    countMended: (what, count) => mended.inc({ what }, count),
    countPass: () => lastPass.setToCurrentTime(),
  };
}

/** Ordered from best to worst. */
const CIRCUIT_VALUES = { closed: 0, half_open: 1, open: 2 } as const;

/** Registers the gauges read from a running worker on each scrape. */
export function watchWorker(
  registry: Registry,
  worker: {
    circuits(): readonly RouteCircuit[];
    activeJobs(): number;
    concurrency: number;
    heartbeatAgeMs(): number;
  },
): void {
  new Gauge({
    name: 'worker_heartbeat_age_seconds',
    help: 'Time since PostgreSQL last recorded that this worker is alive; from 45 s on it takes no checks',
    registers: [registry],
    collect() {
      this.set(worker.heartbeatAgeMs() / 1_000);
    },
  });
  new Gauge({
    name: 'provider_circuit_state',
    help: 'Circuit of a route of a provider in this worker: 0 closed, 1 half open, 2 open',
    labelNames: ['provider', 'path'],
    registers: [registry],
    collect() {
      for (const { provider, path, circuit } of worker.circuits()) {
        this.set({ provider, path }, CIRCUIT_VALUES[circuit.state]);
      }
    },
  });
  new Gauge({
    name: 'check_jobs_active',
    help: 'Jobs being processed by this worker',
    registers: [registry],
    collect() {
      this.set(worker.activeJobs());
    },
  });
  new Gauge({
    name: 'check_jobs_limit',
    help: 'Jobs that this worker processes concurrently',
    registers: [registry],
  }).set(worker.concurrency);
}
