import type { Logger } from './logger.js';

/**
 * How long nothing may fail before an outage counts as over, in milliseconds: one line for it, however often it
 * flickers.
 */
const QUIET_MS = 2_000;

/**
 * Logs the outages of a server the process depends on: one line when it becomes unavailable, when the reason changes,
 * and when it is back.
 */
export class OutageLog {
  #outage: { reason: string; lastFailureAt: number } | undefined;
  #ending: NodeJS.Timeout | undefined;

  /** `facts` are on every line: the server's host and port, and what distinguishes several pools. */
  constructor(
    private readonly logger: Logger,
    private readonly name: 'PostgreSQL' | 'Redis',
    private readonly facts: Readonly<Record<string, string>>,
  ) {}

  /**
   * Reports a failure; `reason` is in our own words, with what to do. One that says little does not replace another:
   * of several connections, or attempts, only some are told why.
   */
  failed(reason: string, { saysLittle = false }: { saysLittle?: boolean } = {}): void {
    const known = saysLittle ? this.#outage?.reason : undefined;
    if (known === undefined && this.#outage?.reason !== reason) {
      this.logger.error({ ...this.facts, reason }, `${this.name} is away`);
    }
    this.#outage = { reason: known ?? reason, lastFailureAt: performance.now() };
    clearTimeout(this.#ending);
    this.#ending = undefined;
  }

  /** Reports a success. Free of cost while nothing is wrong. */
  worked(): void {
    if (this.#outage === undefined || this.#ending !== undefined) return;
    const left = this.#outage.lastFailureAt + QUIET_MS - performance.now();
    this.#ending = setTimeout(() => this.#end(), Math.max(0, left)).unref();
  }

  #end(): void {
    this.#outage = undefined;
    this.#ending = undefined;
    this.logger.info(this.facts, `${this.name} is back`);
  }
}
