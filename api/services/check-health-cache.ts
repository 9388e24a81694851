import type { Redis } from 'ioredis';
import { readCheckHealth } from '../../shared/redis/route-health.js';

// Circuits change every few seconds at most, and the service list may be asked for by every page of a portal.
const KEPT_MS = 2_000;

type CheckHealth = Awaited<ReturnType<typeof readCheckHealth>>;

/** Reads the health of the checks at most every two seconds, once for all requests that come together. */
export function cachedCheckHealth(redis: Redis): () => Promise<CheckHealth> {
  let current: Promise<CheckHealth> | undefined;
  let readAt = 0;
  return () => {
    const now = performance.now();
    if (current === undefined || now - readAt >= KEPT_MS) {
      readAt = now;
      current = readCheckHealth(redis);
    }
    return current;
  };
}
