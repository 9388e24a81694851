import type { ReviewReason } from '../domain/states.js';
import type { CheckCode } from '../services/index.js';
import type { Health } from './services.js';

/** What the workers' circuits say of one route of a provider. */
export interface WireCircuit {
  /** As our services name it. */
  provider: string;
  /** As the worker's adapter of the provider names it. */
  path: string;
  /** What is asked there, by the word of the workers. */
  checks: CheckCode[];
  health: Health;
  /** Workers that reported in the last minute, and how many of them have the circuit open or half open. */
  workers: number;
  open: number;
  half_open: number;
  /** The most of any worker. */
  consecutive_failures: number;
}

/** One pass of the reconciler. */
export interface WireReconcilerRun {
  at: string;
  duration_ms: number;
  /** Checks that the queue had forgotten, and that were enqueued again. */
  rung: number;
  /** Calls without an answer that went into review. */
  lost_calls: number;
  /** Checks that could not be sent for a day. */
  never_reached: number;
  /** Failed jobs of settled checks that were removed. */
  stale_jobs: number;
}

/** What one queue of jobs holds. */
export interface WireJobs {
  /** Nothing is worked on until somebody resumes the queue. */
  paused: boolean;
  waiting: number;
  active: number;
  /** Waiting for their next try: a circuit is open, or the provider asked for patience. */
  delayed: number;
  failed: number;
  /** Of the job that is taken next: clients have fair shares, so it need not be the oldest of all. */
  oldest_waiting_seconds: number | null;
}

/** The numbers that tell operations whether work flows. What only Redis knows is null while it is unreachable. */
export interface WireQueue {
  redis: 'ok' | 'unreachable';
  /** Of checks. */
  queue: WireJobs | null;
  /** Of webhooks: a job is an endpoint for which messages wait. */
  webhook_queue: WireJobs | null;
  circuits: WireCircuit[] | null;
  reconciler: {
    /** Null when none was heard of for an hour: no worker is running. */
    last_run: WireReconcilerRun | null;
    /** The last pass that found something to mend. */
    last_repair: WireReconcilerRun | null;
  } | null;
  /** As PostgreSQL has it: the truth. */
  checks: {
    pending: number;
    oldest_pending_seconds: number | null;
    /** Calls that are with the provider now. */
    in_flight: number;
    /** Of these, calls past their deadline: the reconciler puts them into review. */
    overdue: number;
  };
  reviews: {
    total: number;
    by_reason: Record<ReviewReason, number>;
    taken: number;
    /** Calls answered, in the last week, after they had been written off: paid for twice, maybe. */
    paid_twice: number;
    oldest_seconds: number | null;
  };
}
