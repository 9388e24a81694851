import { canBeHad } from './port-is-free.js';
import { say } from './say.js';

/** How many neighbours are tried on either side. */
const RANGE = 50;

/**
 * The worker's port for metrics: both processes share this machine, and METRICS_PORT itself is the API's. It is the
 * next one that is free and not the API's, or one before it where none follows; 0 stays 0, the choice of the system.
 * Throws if none is free.
 */
export async function chooseWorkerMetricsPort(metricsPort: number, apiPort: number): Promise<number> {
  if (metricsPort === 0) return 0;
  for (const port of neighboursOf(metricsPort)) {
    if (port === apiPort || !(await canBeHad(port))) continue;
    say(`Metrics: of the API on port ${metricsPort}, of the worker on port ${port}.`);
    return port;
  }
  throw new Error('No port beside METRICS_PORT is free for the worker. Set METRICS_PORT to another one.');
}

/** First those that follow, then those that precede and need no privilege. */
function neighboursOf(port: number): number[] {
  const distances = Array.from({ length: RANGE }, (_item, index) => index + 1);
  return [
    ...distances.map((distance) => port + distance).filter((next) => next <= 65_535),
    ...distances.map((distance) => port - distance).filter((previous) => previous >= 1_024),
  ];
}
