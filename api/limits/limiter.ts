import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { Batcher } from '../../shared/batcher.js';
import { REDIS_PREFIX } from '../../shared/redis/connect.js';
import { AnsweringRedis } from './answering-redis.js';

/** A quota per key and window, for example ten failed logins per e-mail address in 15 minutes. */
export interface Quota {
  /** Name of the policy in the headers. */
  name: string;
  points: number;
  windowSeconds: number;
}

/** How much of a quota one key has used. */
export interface Standing {
  quota: Quota;
  used: number;
  resetSeconds: number;
}

type Counted = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

const MAX_BATCH = 500;

/**
 * Counts in Redis, across all API processes. While Redis is unavailable, or does not answer, each process counts by
 * itself: a limit per process is better than none, and better than refusing everyone. Keys must not be personal data:
 * Redis stores them in plain text.
 */
export class Limiter {
  readonly #counter: RateLimiterRedis;
  readonly #alone: RateLimiterMemory;
  readonly #answering: AnsweringRedis;
  readonly #counts: Batcher<string, Standing>;

  constructor(
    private readonly redis: Redis,
    private readonly quota: Quota,
  ) {
    const { name, points, windowSeconds } = quota;
    this.#counter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${REDIS_PREFIX}:limit:${name}`,
      points,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
    this.#alone = new RateLimiterMemory({ points, duration: windowSeconds });
    this.#answering = new AnsweringRedis(redis);
    this.#counts = new Batcher({
      run: (keys) => this.#countAll(keys),
      laneOf: (key) => key,
      maxBatch: MAX_BATCH,
    });
  }

  /** Reads the state of a key without counting. */
  async look(key: string): Promise<Standing> {
    const result = await this.#on((limiter) => limiter.get(key));
    return result === null
      ? { quota: this.quota, used: 0, resetSeconds: 0 }
      : this.#standing(await this.#inItsWindow(key, result));
  }

  /**
   * Counts one use and returns the key's state; `used` may exceed the quota. Uses that arrive during a round trip to
   * Redis are counted together in the next one, once per key, and each still gets its own place in the count.
   */
  count(key: string): Promise<Standing> {
    return this.#counts.submit(key);
  }

  async reset(key: string): Promise<void> {
    await this.#on((limiter) => limiter.delete(key));
  }

  /** In Redis, or here while that does not work. */
  #on<T>(work: (limiter: RateLimiterRedis | RateLimiterMemory) => Promise<T>): Promise<T> {
    return this.#answering.ask(() => work(this.#counter)).catch(() => work(this.#alone));
  }

  async #countAll(keys: readonly string[]): Promise<Standing[]> {
    const amounts = new Map<string, number>();
    for (const key of keys) amounts.set(key, (amounts.get(key) ?? 0) + 1);
    const counted = await Promise.all(
      [...amounts].map(async ([key, amount]) => {
        const result = await this.#inItsWindow(
          key,
          await this.#on((limiter) => limiter.penalty(key, amount)),
        );
        const standing = this.#standing(result);
        return [key, standing, standing.used - amount] as const;
      }),
    );
    const places = new Map(
      counted.map(([key, standing, usedBefore]) => [key, { standing, used: usedBefore }]),
    );
    return keys.map((key) => {
      const place = places.get(key);
      if (place === undefined) throw new Error('Bug: every key was counted');
      place.used += 1;
      return { ...place.standing, used: place.used };
    });
  }

  /**
   * Shortens a window that would last longer than any may: Redis's clock was set back after it had begun, and would
   * keep it open, and whoever has used it up refused, for as long as it was ahead.
   */
  async #inItsWindow(key: string, { consumedPoints, msBeforeNext }: RateLimiterRes): Promise<Counted> {
    const windowMs = this.quota.windowSeconds * 1_000;
    // Without an answer, the next use tries again.
    if (msBeforeNext > windowMs) {
      await this.redis.pexpire(this.#counter.getKey(key), windowMs).catch(() => undefined);
    }
    return { consumedPoints, msBeforeNext: Math.min(msBeforeNext, windowMs) };
  }

  #standing({ consumedPoints, msBeforeNext }: Counted): Standing {
    return {
      quota: this.quota,
      used: consumedPoints,
      // At least one second, so that `Retry-After` never says "now" to a caller that is still limited.
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    };
  }
}
