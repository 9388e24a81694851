import 'reflect-metadata';
import { loadOrExit } from '../shared/config/environment.js';
import { readWorkerConfig } from '../shared/config/worker.js';
import { openDatabase } from '../shared/db/database.js';
import { requireDurability } from '../shared/db/require-durability.js';
import { createLogger } from '../shared/logger.js';
import { createRegistry } from '../shared/ops/metrics.js';
import { serveOps } from '../shared/ops/serve-ops.js';
import { openCheckBell } from '../shared/queues/check-bell.js';
import { connectForBlocking, connectForCommands } from '../shared/redis/connect.js';
import { requireNoEviction } from '../shared/redis/require-no-eviction.js';
import { runUntilStopped } from '../shared/shutdown.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { startWorker } from './start-worker.js';
import { waitForSchema } from './wait-for-schema.js';

// Loads, markers, settlements, the reconciler and the eraser each hold one connection at a time at most.
const POOL_SIZE = 8;
// Webhooks only hold one for a statement or two at a time, and can wait.
const WEBHOOK_POOL_SIZE = 3;
/** What a call that has just begun may need beyond its own limit, to be settled before the process ends. */
const SETTLE_WITHIN_MS = 5_000;

const config = loadOrExit(readWorkerConfig);
const logger = createLogger({ process: 'worker', level: config.logLevel });
const deadlineMs = config.providerTimeoutMs + SETTLE_WITHIN_MS;

await runUntilStopped({ logger, deadlineMs }, async (onStop) => {
  const tracing = await openTracing('worker', config.tracing);
  onStop('tracing', () => tracing.stop());
  const db = await openDatabase({
    url: config.databaseUrl,
    applicationName: 'worker',
    poolSize: POOL_SIZE,
    lookUpsOnly: true,
  });
  onStop('database', () => db.close());
  const webhookDb = await openDatabase({
    url: config.databaseUrl,
    applicationName: 'worker-webhooks',
    poolSize: WEBHOOK_POOL_SIZE,
    lookUpsOnly: true,
  });
  onStop('webhook database', () => webhookDb.close());
  const redis = connectForCommands(config.redisUrl);
  onStop('redis', async () => redis.disconnect());
  if (config.production) {
    await requireDurability(db);
    await requireNoEviction(redis);
  }
  const blockingRedis = connectForBlocking(config.redisUrl);
  onStop('queue connection', async () => blockingRedis.disconnect());
  const bell = openCheckBell(redis);
  onStop('bell', () => bell.close());

  const registry = createRegistry('worker');
  const otherPools = { webhooks: webhookDb };
  await serveOps(config.metricsPort, { db, otherPools, redis, bell, registry, logger }, onStop);

  const schema = waitForSchema({ db, logger });
  onStop('wait for the schema', () => schema.stop());
  if (!(await schema.complete)) return;

  const worker = startWorker({
    config,
    logger,
    db,
    webhookDb,
    redis,
    blockingRedis,
    bell,
    registry,
    tracing,
    giveUp: () => {
      throw new Error('The worker cannot be made to hear its queue');
    },
  });
  onStop('worker', () => worker.stop());
  logger.info({ concurrency: config.concurrency }, 'worker started');
});
