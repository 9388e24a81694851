import { RecentResults } from './recent-results.js';
import type { Verdict } from './types.js';

/** Architecture 4: failures in a row that open a circuit, and how long it stays open (doubling per failed probe). */
const FAILURES_TO_OPEN = 5;
const FIRST_OPEN_MS = 10_000;
const MAX_OPEN_MS = 60_000;

/**
 * How long beyond its own limit the one call of a half-open circuit may stay without a result before another is let
 * through: the marker before it waits for a database that may be busy.
 */
const PROBE_LOST_AFTER_MS = 40_000;
/** How soon to ask again while that call is under way: it usually ends within a second. */
const PROBE_RECHECK_MS = 1_000;

export type CircuitState = 'closed' | 'open' | 'half_open';

/**
 * Leave to make one call, or how long to wait before asking again. `epoch` names the phase of the circuit that the
 * call belongs to; give it back with the result.
 */
export type Admission = { go: true; epoch: number } | { go: false; waitMs: number };

/** What is published of one circuit for `health`; `open_until` is in milliseconds of the circuit's clock, only while open. */
export interface CircuitSnapshot {
  state: CircuitState;
  consecutive_failures: number;
  /** What ended in the last five minutes, so that a route is forgiven although nobody asks it any more. */
  recent: { calls: number; failures: number };
  open_until?: number;
}

/**
 * Stops calling an upstream route that fails, so that an outage becomes waiting and not a thousand reviews.
 *
 * A result counts only in the epoch its call was admitted in. Calls that were in flight when the circuit opened
 * report later, for as long as their deadline: their failures must not be taken for the probe's and double the wait,
 * and their successes prove only that the route was well before. So the probe alone closes or re-opens a circuit.
 *
 * A 429 is no failure: it holds the route for as long as the provider asked, whichever call brought it.
 */
export class Circuit {
  private failureCount = 0;
  private epoch = 0;
  private openMs = 0;
  private openUntil: number | undefined;
  private probeLostAt: number | undefined;
  private heldUntil = Number.NEGATIVE_INFINITY;
  private readonly recent: RecentResults;

  /** `now` is a clock in milliseconds. */
  constructor(private readonly now: () => number) {
    this.recent = new RecentResults(now);
  }

  /**
   * Asks for leave to make a call that takes `callLimitMs` milliseconds at most; every leave must end in `record` or
   * `release`.
   */
  admit(callLimitMs: number): Admission {
    const now = this.now();
    const closedUntil = Math.max(this.heldUntil, this.openUntil ?? now);
    if (closedUntil > now) return { go: false, waitMs: closedUntil - now };
    if (this.openUntil === undefined) return { go: true, epoch: this.epoch };
    if (this.probeLostAt !== undefined && this.probeLostAt > now) {
      return { go: false, waitMs: Math.min(PROBE_RECHECK_MS, this.probeLostAt - now) };
    }
    this.probeLostAt = now + callLimitMs + PROBE_LOST_AFTER_MS;
    this.epoch += 1;
    return { go: true, epoch: this.epoch };
  }

  /** Takes the result of an admitted call. Without its epoch, the call counts as one of the present phase. */
  record(verdict: Verdict, epoch: number = this.epoch): void {
    if (verdict.class === 'refused_for_now' && verdict.reason === 'rate_limited') {
      this.heldUntil = Math.max(this.heldUntil, this.now() + (verdict.retryAfterMs ?? 0));
      this.release(epoch);
      return;
    }
    const failed = isFailure(verdict);
    this.recent.add(failed);
    const waiting = this.openUntil !== undefined && this.probeLostAt === undefined;
    if (waiting || epoch !== this.epoch) return;
    if (!failed) {
      this.close();
      return;
    }
    this.failureCount += 1;
    if (this.openUntil !== undefined || this.failureCount >= FAILURES_TO_OPEN) this.open();
  }

  /** Gives back the leave of a call that was never made, so that another may be the probe. */
  release(epoch: number = this.epoch): void {
    if (epoch === this.epoch) this.probeLostAt = undefined;
  }

  /** `half_open` from the end of the wait until a probe has succeeded or failed. */
  state(): CircuitState {
    if (this.openUntil === undefined) return 'closed';
    return this.openUntil > this.now() ? 'open' : 'half_open';
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.failureCount;
  }

  /** What is published of this circuit. */
  snapshot(): CircuitSnapshot {
    const state = this.state();
    return {
      state,
      consecutive_failures: this.failureCount,
      recent: this.recent.counts(),
      ...(state === 'open' && this.openUntil !== undefined ? { open_until: this.openUntil } : {}),
    };
  }

  private open(): void {
    this.openMs = Math.min(MAX_OPEN_MS, this.openMs === 0 ? FIRST_OPEN_MS : this.openMs * 2);
    this.openUntil = this.now() + this.openMs;
    this.probeLostAt = undefined;
    this.epoch += 1;
  }

  private close(): void {
    this.failureCount = 0;
    if (this.openUntil === undefined) return;
    // The outage is over: what failed before the probe says nothing of the route as it is now.
    this.recent.clear();
    this.openUntil = undefined;
    this.openMs = 0;
    this.probeLostAt = undefined;
    this.epoch += 1;
  }
}

/** An inconclusive answer and a refusal of the input are the work of a healthy provider. */
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
