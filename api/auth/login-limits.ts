import type { KeyObject } from 'node:crypto';
import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import type { ApiDeps } from '../deps.js';
import { quotaExhausted } from '../limits/headers.js';
import { Limiter, type Quota, type Standing } from '../limits/limiter.js';
import { addressGroup } from './address-group.js';

// Contract 3. The window is fixed and never extended: an attacker can lock a victim out for a while, not for good.
const WINDOW_SECONDS = 15 * 60;
const PER_EMAIL: Quota = { name: 'login-email', points: 10, windowSeconds: WINDOW_SECONDS };
const PER_ADDRESS: Quota = { name: 'login-address', points: 50, windowSeconds: WINDOW_SECONDS };

/** An attempt: the account named, what is to be guessed, and the network address it comes from. */
export interface Attempt {
  email: string;
  /** As it is stored; undefined if nobody has this e-mail. */
  passwordHash: string | undefined;
  address: string | undefined;
}

/**
 * Counts failed logins per e-mail and per address. Those of an e-mail are counted for its password: guesses at an
 * earlier one say nothing about a new one, and whoever has forgotten theirs has often tried too many before. No count
 * has to be reset with the password, so a process that dies then, or a command without Redis, locks nobody out.
 */
export class LoginLimits {
  readonly #emails: Limiter;
  readonly #addresses: Limiter;
  readonly #indexKey: KeyObject;
  readonly #failures: ApiDeps['metrics']['loginFailures'];

  constructor({ config, redis, metrics }: Pick<ApiDeps, 'config' | 'redis' | 'metrics'>) {
    this.#emails = new Limiter(redis, PER_EMAIL);
    this.#addresses = new Limiter(redis, PER_ADDRESS);
    this.#indexKey = config.indexKey;
    this.#failures = metrics.loginFailures;
  }

  /** Throws `rate_limited` if either quota is used up. */
  async requireQuota(attempt: Attempt): Promise<void> {
    const { email, address } = this.#keys(attempt);
    const standings = await Promise.all([this.#emails.look(email), this.#addresses.look(address)]);
    this.#refuse(standings.filter(({ quota, used }) => used >= quota.points));
  }

  /**
   * Counts a failure. Throws `rate_limited` if it exceeds a quota, which only happens to concurrent attempts: together
   * they get no more answers than one after the other.
   */
  async countFailure(attempt: Attempt): Promise<void> {
    const { email, address } = this.#keys(attempt);
    const standings = await Promise.all([this.#emails.count(email), this.#addresses.count(address)]);
    this.#refuse(standings.filter(({ quota, used }) => used > quota.points));
    this.#failures.inc({ reason: 'password' });
  }

  /**
   * Resets the failures of an e-mail address after a success. Those of the network address stay, or one good account
   * would open it to guessing.
   */
  async forgetFailures(attempt: Attempt): Promise<void> {
    await this.#emails.reset(this.#keys(attempt).email);
  }

  #refuse(exhausted: readonly Standing[]): void {
    const [longest] = [...exhausted].sort((a, b) => b.resetSeconds - a.resetSeconds);
    if (longest === undefined) return;
    this.#failures.inc({ reason: 'limited' });
    throw quotaExhausted(longest);
  }

  /** Redis stores keys in plain text, so it gets only keyed hashes. */
  #keys({ email, passwordHash = '', address }: Attempt): { email: string; address: string } {
    const hash = (...parts: string[]): string => keyedHash(this.#indexKey, ...parts).toString('base64url');
    return {
      email: hash('login-email', email, passwordHash),
      address: hash('login-address', addressGroup(address)),
    };
  }
}
