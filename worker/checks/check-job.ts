import type { Logger } from '../../shared/logger.js';
import { traceIdIn } from '../../shared/tracing/trace-id.js';
import { NO_SPAN, type TracedSpan, type Tracing } from '../../shared/tracing/tracing.js';
import { CheckJobError } from './check-job-error.js';
import type { PendingCheck } from './pending-check.js';

/** Why a job ended without a call. */
export type WithoutCall =
  /** The check is settled, or a call for it may have been received already. */
  | 'nothing_to_do'
  /** The route's circuit is open, or the provider has asked us to wait. */
  | 'route_closed'
  /** The simulated source takes its time, in the queue. */
  | 'simulated_wait'
  /** The database is not the one that was adopted: no call may be made (contract 15). */
  | 'unknown_history'
  /** PostgreSQL may lose what it acknowledges: no call may be made (contract 15). */
  | 'not_durable'
  /** Redis is unavailable or follows another history: nobody could later say that the call was made. */
  | 'no_witness'
  /** Redis knows a call that the database has lost; the check is in review. */
  | 'history_changed'
  /** This worker has been silent for a while and may count as dead: it claims nothing until it is heard again. */
  | 'worker_silent'
  | 'stopping';

/** One delivery of a job: its span and its one log line. */
export class CheckJob {
  readonly #startedAt = Date.now();
  readonly #begun = performance.now();
  #ids: Readonly<Record<string, string>>;
  #logger: Logger;
  #span: TracedSpan = NO_SPAN;

  constructor(
    checkId: string,
    private readonly deps: { logger: Logger; tracing: Tracing },
  ) {
    this.#ids = { check_id: checkId };
    this.#logger = deps.logger;
  }

  /** Seconds since it started. */
  seconds(): number {
    return (performance.now() - this.#begun) / 1_000;
  }

  /** Sets the check as soon as it is known: everything logged from here on carries its ids. */
  belongsTo(check: PendingCheck): void {
    this.#ids = {
      correlation_id: check.correlation_id,
      check_id: check.id,
      verification_id: check.verification_id,
      service_code: check.service_code,
    };
    this.#span = this.deps.tracing.start('check job', {
      kind: 'consumer',
      parent: check.traceparent ?? undefined,
      startedAt: this.#startedAt,
      attributes: {
        'check.id': check.id,
        'verification.id': check.verification_id,
        'service.code': check.service_code,
      },
    });
    this.#ids = { ...this.#ids, ...traceIdIn(this.#span.traceparent) };
    this.#logger = this.deps.logger.child(this.#ids);
  }

  /** Carries the ids of the check once they are known. */
  get logger(): Logger {
    return this.#logger;
  }

  get traceparent(): string | undefined {
    return this.#span.traceparent;
  }

  /** Ends a job that made a call, described by `facts`. */
  endWithCall(facts: Readonly<Record<string, string | number>>): void {
    this.#logger.info({ ...facts, ...this.#duration() }, 'provider call finished');
    this.#span.end();
  }

  endWithoutCall(why: WithoutCall): void {
    // Until its check is loaded, a job has no logger of its own.
    const ids = this.#logger === this.deps.logger ? this.#ids : {};
    this.#logger.info({ ...ids, why, ...this.#duration() }, 'check job without a call');
    this.#span.end({ attributes: { 'job.without_call': why } });
  }

  /** Ends a failed job and returns the error to throw, which whoever catches it logs. */
  fail(error: unknown): CheckJobError {
    this.#span.end({ failed: true });
    return new CheckJobError({ ...this.#ids, ...this.#duration() }, error);
  }

  #duration(): { duration_ms: number } {
    return { duration_ms: Math.round(performance.now() - this.#begun) };
  }
}
