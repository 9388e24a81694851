import type { Logger } from '../../shared/logger.js';
import { traceIdIn } from '../../shared/tracing/trace-id.js';
import { NO_SPAN, type TracedSpan, type Tracing } from '../../shared/tracing/tracing.js';
import type { PendingCheck } from '../checks/pending-check.js';
import { CheckJobError } from './check-job-error.js';

/** Why a job ended without a call. */
export type WithoutCall =
  /** The check is settled, or a call of it may have been received already. */
  | 'nothing_to_do'
  /** The circuit of the route is open, or the provider has asked for patience. */
  | 'route_closed'
  /** The database is not the one that was adopted: nothing is called on it (contract 15). */
  | 'unknown_history'
  /** PostgreSQL may forget what it acknowledges: nothing is called on it (contract 15). */
  | 'not_durable'
  /** Redis is away, or goes with another history: nobody could say afterwards that the call was made. */
  | 'no_witness'
  /** Redis knows a call that the database has lost; the check is in review. */
  | 'history_changed'
  /** This worker was not heard of for a while and may count as dead: it claims nothing until it is heard again. */
  | 'worker_silent'
  | 'stopping';

/** One delivery of a job: its span, and the one line that the log has of it. */
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

  /** How long it has been going on. */
  seconds(): number {
    return (performance.now() - this.#begun) / 1_000;
  }

  /** Says which check it is, as soon as that is known: what is logged from here on has its ids. */
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

  /** With the ids of the check, once they are known. */
  get logger(): Logger {
    return this.#logger;
  }

  get traceparent(): string | undefined {
    return this.#span.traceparent;
  }

  /** The job made a call, which is described by `facts`. */
  endWithCall(facts: Readonly<Record<string, string | number>>): void {
    this.#logger.info({ ...facts, ...this.#duration() }, 'provider call finished');
    this.#span.end();
  }

  endWithoutCall(why: WithoutCall): void {
    // Before its check was loaded a job has no logger of its own.
    const ids = this.#logger === this.deps.logger ? this.#ids : {};
    this.#logger.info({ ...ids, why, ...this.#duration() }, 'check job without a call');
    this.#span.end({ attributes: { 'job.without_call': why } });
  }

  /** The job failed; what it gives is to be thrown, and is logged by whoever catches it. */
  fail(error: unknown): CheckJobError {
    this.#span.end({ failed: true });
    return new CheckJobError({ ...this.#ids, ...this.#duration() }, error);
  }

  #duration(): { duration_ms: number } {
    return { duration_ms: Math.round(performance.now() - this.#begun) };
  }
}
