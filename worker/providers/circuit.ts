import { RecentResults } from './recent-results.js';
import type { Verdict } from './types.js';

/** Consecutive failures that open a circuit, and how long it stays open, doubling per failed probe (architecture 4). */
const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 10_000;
const MAX_OPEN_MS = 60_000;

/**
 * How long past its own limit the probe of a half-open circuit may stay without a result before another call is let
 * through: its marker waits for a database that may be busy.
 */
const PROBE_LOST_AFTER_MS = 40_000;
/** How soon to ask again while the probe is in flight: it usually ends within a second. */
const PROBE_RECHECK_MS = 1_000;

export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Permission to make one call, or how long to wait before asking again. `epoch` names the circuit phase the call
 * belongs to; pass it back with the result.
 */
export type Admission = { go: true; epoch: number } | { go: false; waitMs: number };

/** What `health` publishes about one circuit. */
export interface CircuitSnapshot {
  state: CircuitState;
  consecutive_failures: number;
  /**
   * Calls that ended in the last five minutes, so that a route recovers in `health` even if nobody calls it any more.
   */
  recent: { calls: number; failures: number };
}

/**
 * Stops calling an upstream route that fails, so that an outage means waiting rather than a thousand reviews.
 *
 * A result counts only in the epoch in which its call was admitted. Calls in flight when the circuit opened report
 * later, up to their deadline: their failures must not be taken for the probe's and double the wait, and their
 * successes only prove that the route worked earlier. So only the probe closes or reopens a circuit.
 *
 * A 429 is not a failure: it holds the route for as long as the provider asked, whichever call received it.
 */
export class Circuit {
  #failureCount = 0;
  #epoch = 0;
  #openMs = 0;
  #openUntil: number | undefined;
  #probeLostAt: number | undefined;
  #heldUntil = Number.NEGATIVE_INFINITY;
  readonly #recent: RecentResults;

  /** `now` is a clock in milliseconds. */
  constructor(private readonly now: () => number) {
    this.#recent = new RecentResults(now);
  }

  /**
   * Asks permission for a call that takes at most `callLimitMs` milliseconds; each permission must end in `record` or
   * `release`.
   */
  admit(callLimitMs: number): Admission {
    const now = this.now();
    const closedUntil = Math.max(this.#heldUntil, this.#openUntil ?? now);
    if (closedUntil > now) return { go: false, waitMs: closedUntil - now };
    if (this.#openUntil === undefined) return { go: true, epoch: this.#epoch };
    if (this.#probeLostAt !== undefined && this.#probeLostAt > now) {
      return { go: false, waitMs: Math.min(PROBE_RECHECK_MS, this.#probeLostAt - now) };
    }
    this.#probeLostAt = now + callLimitMs + PROBE_LOST_AFTER_MS;
    this.#epoch += 1;
    return { go: true, epoch: this.#epoch };
  }

  /** Records the result of an admitted call. Without an epoch, the call counts towards the current phase. */
  record(verdict: Verdict, epoch: number = this.#epoch): void {
    if (verdict.class === 'refused_for_now' && verdict.reason === 'rate_limited') {
      this.#heldUntil = Math.max(this.#heldUntil, this.now() + (verdict.retryAfterMs ?? 0));
      this.release(epoch);
      return;
    }
    const failed = isFailure(verdict);
    this.#recent.add(failed);
    const waiting = this.#openUntil !== undefined && this.#probeLostAt === undefined;
    if (waiting || epoch !== this.#epoch) return;
    if (!failed) {
      this.#close();
      return;
    }
    this.#failureCount += 1;
    if (this.#openUntil !== undefined || this.#failureCount >= FAILURES_TO_OPEN) this.#open();
  }

  /** Returns the permission of a call that was never made, so that another may be the probe. */
  release(epoch: number = this.#epoch): void {
    if (epoch === this.#epoch) this.#probeLostAt = undefined;
  }

  /** `half_open` from the end of the wait until a probe succeeds or fails. */
  state(): CircuitState {
    if (this.#openUntil === undefined) return 'closed';
    return this.#openUntil > this.now() ? 'open' : 'half_open';
  }

  /** Consecutive failures since the last success. */
  get failures(): number {
    return this.#failureCount;
  }

  /** What is published about this circuit. */
  snapshot(): CircuitSnapshot {
    return {
      state: this.state(),
      consecutive_failures: this.#failureCount,
      recent: this.#recent.counts(),
    };
  }

  #open(): void {
    this.#openMs = Math.min(MAX_OPEN_MS, this.#openMs === 0 ? FIRST_OPEN_MS : this.#openMs * 2);
    this.#openUntil = this.now() + this.#openMs;
    this.#probeLostAt = undefined;
    this.#epoch += 1;
  }

  #close(): void {
    this.#failureCount = 0;
    if (this.#openUntil === undefined) return;
    // The outage is over: failures before the probe say nothing about the route now.
    this.#recent.clear();
    this.#openUntil = undefined;
    this.#openMs = 0;
    this.#probeLostAt = undefined;
    this.#epoch += 1;
  }
}

/** An inconclusive answer and a refused input still come from a healthy provider. */
function isFailure(verdict: Verdict): boolean {
  switch (verdict.class) {
    case 'not_sent':
    case 'refused_for_now':
      return true;
    case 'uncertain':
      return verdict.reason !== 'inconclusive';
    default:
      return false;
  }
}
