import { keyedHash } from '../../shared/crypto/keyed-hash.js';
import { addressGroup } from '../auth/address-group.js';
import type { ApiDeps } from '../deps.js';
import { Limiter, type Quota } from '../limits/limiter.js';

/** More than an office behind one address needs; too few to fill a table. */
const PER_ADDRESS: Quota = { name: 'reset-address', points: 100, windowSeconds: 15 * 60 };

/**
 * Counts password resets requested from a network address, and returns whether this one is still to be recorded. The
 * answer is the same either way (contract 11): only a flood goes unrecorded.
 */
export function countResetWishes({
  config,
  redis,
}: Pick<ApiDeps, 'config' | 'redis'>): (address: string | undefined) => Promise<boolean> {
  const limiter = new Limiter(redis, PER_ADDRESS);
  return async (address) => {
    const key = keyedHash(config.indexKey, 'reset-address', addressGroup(address)).toString('base64url');
    const { used, quota } = await limiter.count(key);
    return used <= quota.points;
  };
}
