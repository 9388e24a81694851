import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from './connect.js';

/** Carries the ids of verifications that left `pending`, joined by commas. */
export const SETTLED_CHANNEL = `${REDIS_PREFIX}:settled`;

/** Tells every API process that these verifications left `pending`. Throws when Redis is away. */
export async function publishSettled(redis: Redis, verificationIds: readonly string[]): Promise<void> {
  if (verificationIds.length > 0) await redis.publish(SETTLED_CHANNEL, verificationIds.join(','));
}
