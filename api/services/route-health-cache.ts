import type { Redis } from 'ioredis';
import { readRouteHealth } from '../../shared/redis/route-health.js';

// Circuits change every few seconds at most, and the service list may be asked for by every page of a portal.
const KEPT_MS = 2_000;

type RouteHealth = Awaited<ReturnType<typeof readRouteHealth>>;

/** Reads the health of the routes at most every two seconds, once for all requests that come together. */
export function cachedRouteHealth(redis: Redis): () => Promise<RouteHealth> {
  let current: Promise<RouteHealth> | undefined;
  let readAt = 0;
  return () => {
    const now = performance.now();
    if (current === undefined || now - readAt >= KEPT_MS) {
      readAt = now;
      current = readRouteHealth(redis);
    }
    return current;
  };
}
