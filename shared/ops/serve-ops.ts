import type { Redis } from 'ioredis';
import type { Database } from '../db/database.js';
import type { Logger } from '../logger.js';
import type { OnStop } from '../shutdown.js';
import { closeServer, listen } from './listen.js';
import { type Metrics, watchProcess } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import { checkReadiness } from './readiness.js';

interface WatchedProcess {
  db: Database;
  redis: Redis;
  metrics: Metrics;
  logger: Logger;
}

/** Watches the process and serves /metrics, /healthz and /readyz on METRICS_PORT; without a port it serves nothing. */
export async function serveOps(
  port: number | undefined,
  parts: WatchedProcess,
  onStop: OnStop,
): Promise<void> {
  const { db, redis, metrics, logger } = parts;
  watchProcess(metrics, db);
  if (port === undefined) return;
  const server = createOpsServer({
    registry: metrics.registry,
    readiness: () => checkReadiness({ db, redis }),
  });
  const listeningPort = await listen(server, port);
  onStop('metrics', () => closeServer(server));
  logger.info({ port: listeningPort }, 'metrics listening');
}
