import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Database } from '../db/database.js';

/** What a process counts for operations. Labels hold patterns and codes only, never ids or personal data. */
export interface Metrics {
  registry: Registry;
  /** By method, route pattern and HTTP status. */
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Failed logins, wrong current passwords included, and attempts refused because of too many of them. */
  loginFailures: Counter<'reason'>;
}

// Most answers take milliseconds; a caller may wait for the worker for up to 30 s.
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 35];

/** The metrics of one process, in a registry of its own. */
export function createMetrics(processName: 'api' | 'worker'): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processName });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers: [registry],
    }),
    loginFailures: new Counter({
      name: 'login_failures_total',
      help: 'Logins that failed, by reason: password or limited.',
      labelNames: ['reason'],
      registers: [registry],
    }),
  };
}

/** Adds what only a whole process has: memory, event-loop lag and the database pool. Call it once per process. */
export function watchProcess({ registry }: Metrics, db: Database): void {
  collectDefaultMetrics({ register: registry });
  const pool = (db.dataSource.driver as PostgresDriver).master as pg.Pool;
  new Gauge({
    name: 'pg_pool_connections',
    help: 'Connections of the pool by state, and callers that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
}
