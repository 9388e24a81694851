import type { ReviewReason } from '../domain/states.js';
import type { CheckCode } from '../services/index.js';
import type { Health } from './services.js';

/** The state of the workers' circuits for one route of a provider. */
export interface WireCircuit {
  /** The provider's name in our services. */
  provider: string;
  /** The route's name in the worker's adapter. */
  path: string;
  /** The checks called on it, as reported by the workers. */
  checks: CheckCode[];
  health: Health;
  /** Workers that reported in the last minute, and how many of them have the circuit open or half open. */
  workers: number;
  open: number;
  half_open: number;
  /** The highest number any worker reported. */
  consecutive_failures: number;
}

/** One pass of the reconciler. */
export interface WireReconcilerRun {
  at: string;
  duration_ms: number;
  /** Checks missing from the queue that were enqueued again. */
  requeued: number;
  /** Calls without an answer that were sent to review. */
  lost_calls: number;
  /** Checks that could not be sent for a day. */
  never_reached: number;
  /** Failed jobs of settled checks that were removed. */
  stale_jobs: number;
}

/** The contents of one job queue. */
export interface WireJobs {
  /** Nothing is processed until someone resumes the queue. */
  paused: boolean;
  waiting: number;
  active: number;
  /** Waiting for their next attempt: a circuit is open, or the provider asked to slow down. */
  delayed: number;
  failed: number;
  /** Age of the next job to be taken: clients get fair shares, so it need not be the oldest. */
  oldest_waiting_seconds: number | null;
}

/** The figures that tell operators whether work flows. What only Redis knows is null while it is unreachable. */
export interface WireQueue {
  redis: 'ok' | 'unreachable';
  /** The queue of checks. */
  queue: WireJobs | null;
  /** The queue of webhooks: one job per endpoint with messages waiting. */
  webhook_queue: WireJobs | null;
  circuits: WireCircuit[] | null;
  reconciler: {
    /** Null if none reported for an hour: no worker is running. */
    last_run: WireReconcilerRun | null;
    /** The last pass that repaired something. */
    last_repair: WireReconcilerRun | null;
  } | null;
  /** From PostgreSQL, which is authoritative. */
  checks: {
    pending: number;
    oldest_pending_seconds: number | null;
    /** Calls the provider is working on now. */
    in_flight: number;
    /** The calls among them past their deadline: the reconciler sends them to review. */
    overdue: number;
  };
  reviews: {
    total: number;
    by_reason: Record<ReviewReason, number>;
    taken: number;
    /** Calls answered, in the last week, after they had been written off: possibly paid for twice. */
    paid_twice: number;
    oldest_seconds: number | null;
  };
}
