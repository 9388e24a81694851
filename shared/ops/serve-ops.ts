import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { CommonConfig } from '../config/common.js';
import type { Database } from '../db/database.js';
import type { DurabilityKeeper } from '../durability/durability-keeper.js';
import type { HistoryKeeper } from '../history/history-keeper.js';
import type { Logger } from '../logger.js';
import { CHECK_QUEUE, type CheckQueue } from '../queues/check-queue.js';
import { openWebhookQueue, WEBHOOK_QUEUE } from '../queues/webhook-queue.js';
import type { OnStop } from '../shutdown.js';
import type { Draining } from './draining.js';
import { closeServer, listenOn } from './listen.js';
import { type Pools, watchProcess } from './metrics.js';
import { createOpsServer } from './ops-server.js';
import { checkReadiness } from './readiness.js';
import { watchBacklog } from './watch-backlog.js';
import { watchDurability } from './watch-durability.js';
import { watchFigures } from './watch-figures.js';
import { watchHistory } from './watch-history.js';
import { watchLargestClients } from './watch-largest-clients.js';
import { watchQueues } from './watch-queues.js';
import { watchRedisMemory } from './watch-redis-memory.js';
import { watchSealingKey } from './watch-sealing-key.js';
import { watchUnusableKeys } from './watch-unusable-keys.js';
import { watchWritability } from './watch-writability.js';

interface WatchedProcess {
  /** For figures across the rows of all clients. */
  db: Database;
  pools: Pools;
  redis: Redis;
  draining?: Draining;
  history: HistoryKeeper;
  durability: DurabilityKeeper;
  checkQueue: CheckQueue;
  registry: Registry;
  logger: Logger;
}

/** Watches the process and serves /metrics, /healthz and /readyz on METRICS_PORT; without a port it does nothing. */
export async function serveOps(
  {
    metricsPort: port,
    metricsToken: token,
    host,
    encryptionKeys,
  }: Pick<CommonConfig, 'metricsPort' | 'metricsToken' | 'host' | 'encryptionKeys'>,
  parts: WatchedProcess,
  onStop: OnStop,
): Promise<void> {
  if (port === undefined) return;
  const { db, pools, redis, history, durability, checkQueue, registry, logger } = parts;
  const webhookQueue = openWebhookQueue(redis);
  onStop('webhook queue', () => webhookQueue.close());
  watchProcess(registry, pools);
  watchBacklog(registry, db);
  watchLargestClients(registry, db);
  watchFigures(registry, db);
  watchWritability(registry, { db, redis });
  watchRedisMemory(registry, redis);
  watchUnusableKeys(registry, redis);
  watchHistory(registry, { db, history });
  watchDurability(registry, durability);
  watchSealingKey(registry, encryptionKeys);
  watchQueues(registry, { [CHECK_QUEUE]: checkQueue, [WEBHOOK_QUEUE]: webhookQueue });
  const server = createOpsServer({ registry, token, readiness: () => checkReadiness(parts) });
  const listeningPort = await listenOn('METRICS_PORT', server, { port, host });
  onStop('metrics', () => closeServer(server));
  logger.info({ port: listeningPort }, 'metrics listening');
}
