import type { Redis } from 'ioredis';
import { readTurnaround } from '../../shared/redis/turnaround.js';
import type { Service, ServiceCode } from '../../shared/services/index.js';

// A minute makes no difference over seven days, and every page about a service may ask.
const KEPT_MS = 60_000;

type Turnaround = ReturnType<typeof readTurnaround>;

/** Reads how long a service takes, at most once a minute for each. */
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
