import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from './connect.js';

/** Carries the comma-separated ids of verifications that left `pending`. */
export const SETTLED_CHANNEL = `${REDIS_PREFIX}:settled`;

/** Notifies every API process that these verifications left `pending`. Throws while Redis is unavailable. */
export async function publishSettled(redis: Redis, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length > 0) await redis.publish(SETTLED_CHANNEL, verificationIds.join(','));
}
