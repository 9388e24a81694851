import { CallLog } from './call-log.js';
import { FaultPlan } from './fault-plan.js';

/** Everything one sandbox remembers. */
export class SandboxState {
  readonly log: CallLog;
  readonly faults = new FaultPlan();
  /** Subjects of the case rate_limited_once that have already been answered with 429; only table subjects are added. */
  readonly #rateLimited = new Set<string>();

  constructor(
    readonly apiKey: string,
    /** How long the slow case takes, in milliseconds. */
    readonly slowMs: number,
    rememberedCalls?: number,
  ) {
    this.log = new CallLog(rememberedCalls);
  }

  /** Whether the subject is still to be refused once; records that it has been. */
  rateLimitsNow(subject: string): boolean {
    if (this.#rateLimited.has(subject)) return false;
    this.#rateLimited.add(subject);
    return true;
  }

  /** Forgets all calls, so that a demonstration can start afresh. */
  forgetCalls(): void {
    this.log.clear();
    this.#rateLimited.clear();
  }
}
