import type { Redis } from 'ioredis';
import { publishRouteHealth } from '../shared/redis/route-health.js';
import type { Circuits } from './providers/circuits.js';

/** The service list lags a few seconds at most, which is nothing against the 10 s a circuit stays open. */
const REPORT_EVERY_MS = 3_000;

/** Publishes the state of this worker's circuits, for `health` in the service list. */
export function startReportingHealth(options: { redis: Redis; worker: string; circuits: Circuits }): {
  stop(): void;
} {
  const report = (): void => {
    const states = options.circuits
      .snapshot()
      .map(({ provider, path, checks, circuit }) => ({ provider, path, checks, ...circuit }));
    // While Redis is unavailable the list shows the last known state, or none; nothing waits for it.
    publishRouteHealth(options.redis, options.worker, states).catch(() => undefined);
  };
  report();
  const timer = setInterval(report, REPORT_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
