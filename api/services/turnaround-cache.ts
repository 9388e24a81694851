import type { Redis } from 'ioredis';
import { readTurnaround } from '../../shared/redis/turnaround.js';
import type { Service, ServiceCode } from '../../shared/services/index.js';

// Over seven days a minute changes nothing, and every page about a service may ask.
const KEPT_MS = 60_000;

type Turnaround = ReturnType<typeof readTurnaround>;

/** Reads how long a service takes, for each of them once a minute at most. */
export function cachedTurnaround(redis: Redis): (service: Pick<Service, 'code'>) => Turnaround {
  const kept = new Map<ServiceCode, { readAt: number; value: Turnaround }>();
  return ({ code }) => {
    const now = performance.now();
    const known = kept.get(code);
    if (known !== undefined && now - known.readAt < KEPT_MS) return known.value;
    const value = readTurnaround(redis, code);
    kept.set(code, { readAt: now, value });
    return value;
  };
}
