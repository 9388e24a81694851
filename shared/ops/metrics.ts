import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Connections } from '../db/connections.js';

/** The pools of a process, by name. */
export type Pools = Readonly<Record<string, Connections>>;

/** The registry for one process's metrics. Labels contain only patterns and codes, never ids or personal data. */
export function createRegistry(processName: 'api' | 'worker'): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  return registry;
}

/** Adds what only a whole process has: memory, event-loop lag and the database pools. Call it once per process. */
export function watchProcess(registry: Registry, pools: Pools): void {
  collectDefaultMetrics({ register: registry });
  const byName = Object.entries(pools);
  new Gauge({
    name: 'pg_pool_connections',
    help: 'Connections of a pool by state, and callers waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, db] of byName) {
        const { idle, busy, waitedFor } = db.connections();
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'busy' }, busy);
        this.set({ pool, state: 'waited_for' }, waitedFor);
      }
    },
  });
  const limit = new Gauge({
    name: 'pg_pool_limit',
    help: 'Maximum number of connections of a pool',
    labelNames: ['pool'],
    registers: [registry],
  });
  for (const [pool, db] of byName) limit.set({ pool }, db.connections().limit);
}

/** Up to 200, the limit of a batch, which one commit or statement serves at once. */
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200];

/** Registers the sizes of the process's batches; the returned function counts one. */
export function createBatchMetric(registry: Registry): (batch: string, size: number) => void {
  const sizes = new Histogram({
    name: 'batch_items',
    help: 'Items that shared one commit or statement',
    labelNames: ['batch'],
    buckets: BATCH_BUCKETS,
    registers: [registry],
  });
  return (batch, size) => sizes.observe({ batch }, size);
}
