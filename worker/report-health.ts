import type { Redis } from 'ioredis';
import { publishRouteHealth } from '../shared/redis/route-health.js';
import type { Circuits } from './providers/circuits.js';

/** The service list is a few seconds behind at most, which is nothing against the 10 s that a circuit stays open. */
const REPORT_EVERY_MS = 3_000;

/** Publishes what this worker's circuits say, for `health` in the service list. */
export function startReportingHealth(options: { redis: Redis; worker: string; circuits: Circuits }): {
  stop(): void;
} {
  const report = (): void => {
    const states = options.circuits
      .snapshot()
      .map(({ provider, path, checks, circuit }) => ({ provider, path, checks, ...circuit }));
    // While Redis is away the list shows what it last heard, or nothing: nobody waits for it.
    publishRouteHealth(options.redis, options.worker, states).catch(() => undefined);
  };
  report();
  const timer = setInterval(report, REPORT_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
