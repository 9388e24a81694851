import { Gauge, type Registry } from 'prom-client';

/** Who may find that the log contradicts what was published: the workers' memory of it, and its witnesses. */
const FINDERS = ['memory', 'witness'] as const;
type Finder = (typeof FINDERS)[number];

/** Metrics of the log. */
export interface LogMetrics {
  setContradicted(by: Finder, contradicted: boolean): void;
}

/** Registers the metrics of the log. */
export function createLogMetrics(registry: Registry): LogMetrics {
  const contradicted = new Gauge({
    name: 'log_contradicted',
    help: 'Whether the transparency log contradicts what was published of it, by who found it',
    labelNames: ['by'],
    registers: [registry],
  });
  for (const by of FINDERS) contradicted.set({ by }, 0);
  return { setContradicted: (by, found) => contradicted.set({ by }, found ? 1 : 0) };
}
