import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from './prefix.js';

/** Only slightly longer than such a test takes: nothing ever reads the key. */
const KEPT_MS = 10_000;

/** How Redis answers when it is up but refuses writes: a replica, a full disk or memory, too few replicas. */
const TAKES_NO_WRITES = /READONLY|MISCONF|NOREPLICAS|MASTERDOWN|^OOM /;

/** Whether Redis accepts writes, determined by trying one. Throws if it cannot be reached. */
export async function isRedisWritable(redis: Redis): Promise<boolean> {
  try {
    await redis.set(`${REDIS_PREFIX}:writable`, '1', 'PX', KEPT_MS);
    return true;
  } catch (error) {
    if (error instanceof Error && TAKES_NO_WRITES.test(error.message)) return false;
    throw error;
  }
}
