import type { Redis } from 'ioredis';
import { isUnanswered } from '../../shared/redis/describe-outage.js';

/**
 * Asks a Redis only while it answers. What is sent to one that stands still is carried out all at once when it goes on,
 * and every caller would wait for a second in vain.
 */
export class AnsweringRedis {
  #isSilent = false;
  #probing = false;

  constructor(private readonly redis: Pick<Redis, 'ping'>) {}

  /** Rejects like `command`, and at once while Redis has not answered the last one in time, nor anything since. */
  async ask<T>(command: () => Promise<T>): Promise<T> {
    if (this.#isSilent) {
      this.#probe();
      throw new Error('Redis does not answer');
    }
    try {
      return await command();
    } catch (error) {
      this.#isSilent ||= isUnanswered(error);
      throw error;
    }
  }

  /** One question at a time, for which nobody waits. */
  #probe(): void {
    if (this.#probing) return;
    this.#probing = true;
    this.redis
      .ping()
      .then(() => false, isUnanswered)
      .then((isSilent) => {
        this.#isSilent = isSilent;
        this.#probing = false;
      });
  }
}
