import type { KeyObject } from 'node:crypto';
import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import type { ApiDeps } from '../deps.js';
import { quotaExhausted } from '../limits/headers.js';
import { Limiter, type Quota } from '../limits/limiter.js';

// Contract 11.
const PER_ACCOUNT: Quota = { name: 'second-factor', points: 10, windowSeconds: 15 * 60 };

/** Limits the second-factor attempts of an account. Six digits are soon guessed without a limit. */
export class FactorLimits {
  readonly #accounts: Limiter;
  readonly #indexKey: KeyObject;
  readonly #failures: ApiDeps['metrics']['loginFailures'];

  constructor({ config, redis, metrics }: Pick<ApiDeps, 'config' | 'redis' | 'metrics'>) {
    this.#accounts = new Limiter(redis, PER_ACCOUNT);
    this.#indexKey = config.indexKey;
    this.#failures = metrics.loginFailures;
  }

  /**
   * Counts an attempt before it is judged, so that a thousand concurrent ones get no more answers than sequential ones,
   * and resets the count on success. Throws `rate_limited` if there were too many. An app that is being set up, by this
   * challenge, has a count of its own: whoever sets it up knows its codes, and must not reset what guards the others.
   */
  async attempt(userId: string, isRight: () => Promise<boolean>, setUpBy?: string): Promise<boolean> {
    const key = this.#keyOf(userId, setUpBy);
    const standing = await this.#accounts.count(key);
    if (standing.used > PER_ACCOUNT.points) {
      this.#failures.inc({ reason: 'limited' });
      throw quotaExhausted(standing);
    }
    const right = await isRight();
    if (right) await this.#accounts.reset(key);
    else this.#failures.inc({ reason: 'second_factor' });
    return right;
  }

  /** Resets the failures of an account that has just got its first factor: they are with others, which were lost. */
  async forgetFailures(userId: string): Promise<void> {
    await this.#accounts.reset(this.#keyOf(userId));
  }

  #keyOf(...parts: readonly (string | undefined)[]): string {
    const given = parts.filter((part) => part !== undefined);
    return keyedHash(this.#indexKey, 'second-factor', ...given).toString('base64url');
  }
}
