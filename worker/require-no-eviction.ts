import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { OperatorError } from '../shared/operator-error.js';
import { readInfo } from '../shared/redis/read-info.js';

/** A Redis that has not answered within this time counts as unavailable, which does not prevent the start. */
const READY_WITHIN_MS = 2_000;

/**
 * Refuses a Redis that evicts keys when its memory is full: lost jobs would come back only through the reconciler, over
 * and over. Passes while Redis is unavailable. Throws an error naming the setting to change.
 */
export async function requireNoEviction(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') {
    await once(redis, 'ready', { signal: AbortSignal.timeout(READY_WITHIN_MS) }).catch(() => undefined);
  }
  const policy = readInfo(await redis.info('memory').catch(() => ''), 'maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    throw new OperatorError('Redis must run with maxmemory-policy noeviction: change it and restart');
  }
}
