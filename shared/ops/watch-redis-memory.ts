import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';

/** Well within the 10 s that Prometheus waits by default, even if Redis hangs. */
const ANSWERS_WITHIN_MS = 2_000;

interface RedisMemory {
  used: number;
  /** Null where `maxmemory` sets none. */
  limit: number | null;
}

/** Adds how much memory Redis uses and may use, in bytes: at its limit it refuses writes, and no check is called. */
export function watchRedisMemory(registry: Registry, redis: Redis): void {
  registerReading<RedisMemory>(registry, {
    read: () => withinTime(readMemory(redis), ANSWERS_WITHIN_MS),
    gauges: [
      {
        name: 'redis_memory_used_bytes',
        help: 'Memory that Redis uses',
        samples: ({ used }) => [[{}, used]],
      },
      {
        name: 'redis_memory_limit_bytes',
        help: 'Memory that Redis may use',
        samples: ({ limit }) => [[{}, limit]],
      },
    ],
  });
}

const USED = /^used_memory:(\d+)/m;
const LIMIT = /^maxmemory:(\d+)/m;

async function readMemory(redis: Redis): Promise<RedisMemory> {
  const info = await redis.info('memory');
  const used = USED.exec(info)?.[1];
  if (used === undefined) throw new Error('Redis does not say how much memory it uses');
  return { used: Number(used), limit: Number(LIMIT.exec(info)?.[1]) || null };
}
