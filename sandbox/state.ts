import { CallLog } from './call-log.js';
import { FaultPlan } from './fault-plan.js';

/** Everything one sandbox remembers. */
export class SandboxState {
  readonly log: CallLog;
  readonly faults = new FaultPlan();
  /** Subjects of the case rate_limited_once that have had their 429; only those of the table get here. */
  readonly #rateLimited = new Set<string>();

  constructor(
    readonly apiKey: string,
    /** How long the slow case takes, in milliseconds. */
    readonly slowMs: number,
    rememberedCalls?: number,
  ) {
    this.log = new CallLog(rememberedCalls);
  }

  /** Whether the subject has yet to be refused once; from then on it has been. */
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
