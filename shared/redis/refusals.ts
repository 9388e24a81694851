import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { OutageLog } from '../outage-log.js';
import { isRedisWritable } from './writable.js';

const ASK_EVERY_MS = 2_000;

/**
 * Reports what Redis refuses on a connection that stands, such as writes while its memory or disk is full, until it
 * accepts writes again: no reconnect will tell.
 */
export class Refusals {
  /** Those of this time: a user who lacks several rights is refused them by turns, many times a second. */
  readonly #reasons = new Set<string>();
  #asking = false;

  constructor(
    private readonly redis: Redis,
    private readonly outages: OutageLog,
  ) {}

  /** Reports one refusal; `reason` is in our own words, with what to do. */
  noticed(reason: string): void {
    this.outages.failed(reason, { saysLittle: this.#reasons.has(reason) });
    this.#reasons.add(reason);
    if (this.#asking) return;
    this.#asking = true;
    void this.#askUntilAccepted();
  }

  async #askUntilAccepted(): Promise<void> {
    let accepted = false;
    while (!accepted && this.redis.status !== 'end') {
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
      accepted = this.redis.status === 'ready' && (await isRedisWritable(this.redis).catch(() => false));
    }
    this.#asking = false;
    this.#reasons.clear();
    if (accepted) this.outages.worked();
  }
}
