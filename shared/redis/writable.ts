import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from './connect.js';

/** Outlives no test of the kind by much: it says nothing to anybody. */
const KEPT_MS = 10_000;

/** What Redis answers when it is there but takes no writes: a replica, a full disk or memory, too few replicas. */
const TAKES_NO_WRITES = /READONLY|MISCONF|NOREPLICAS|MASTERDOWN|^OOM /;

/** Whether Redis takes writes, found out by one. Throws when it cannot be reached. */
export async function isRedisWritable(redis: Redis): Promise<boolean> {
  try {
    await redis.set(`${REDIS_PREFIX}:writable`, '1', 'PX', KEPT_MS);
    return true;
  } catch (error) {
    if (error instanceof Error && TAKES_NO_WRITES.test(error.message)) return false;
    throw error;
  }
}
