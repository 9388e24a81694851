import { Registry } from 'prom-client';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import type { WorkerConfig } from '../../../shared/config/worker.js';
import { openDatabase, openPool } from '../../../shared/db/database.js';
import { demandOf } from '../../../shared/durability/demand.js';
import { DurabilityKeeper } from '../../../shared/durability/durability-keeper.js';
import { openHistory } from '../../../shared/history/open-history.js';
import { createLogger } from '../../../shared/logger.js';
import { openCheckQueue } from '../../../shared/queues/check-queue.js';
import { connectForBlocking, connectForCommands } from '../../../shared/redis/connect.js';
import { NO_TRACING } from '../../../shared/tracing/tracing.js';
import { Spool } from '../../../worker/spool/spool.js';
import { startWorker } from '../../../worker/start-worker.js';
import { testKeys } from './keys.js';

export interface RunningWorkerOptions {
  databaseUrl: string;
  redisUrl: string;
  providerUrl: string;
  providerApiKey: string;
  concurrency?: number;
}

/** A real worker in this process. */
export interface RunningTestWorker {
  /** Every line logged so far. */
  logs(): Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a worker from its real parts. Stop it in `after`. */
export async function startTestWorker(options: RunningWorkerOptions): Promise<RunningTestWorker> {
  const config: WorkerConfig = {
    production: false,
    logLevel: 'info',
    durability: 'local',
    metricsPort: undefined,
    metricsToken: undefined,
    host: undefined,
    tracing: false,
    mail: undefined,
    ...testKeys,
    databaseUrl: options.databaseUrl,
    redisUrl: options.redisUrl,
    providerUrl: options.providerUrl,
    providerApiKey: options.providerApiKey,
    providerApiKeyHeader: 'authorization',
    providerTimeoutMs: 20_000,
    concurrency: options.concurrency ?? 50,
    erasureGraceMs: 0,
    spoolDir: temporaryFolder(),
    logOrigin: undefined,
    witnesses: [],
    proxy: undefined,
    publicUrl: undefined,
    reportTypes: { maritalStatus: 'home_affairs_marital_status', aliveStatus: 'home_affairs_alive_status' },
  };
  const lines: string[] = [];
  const logger = createLogger(
    { process: 'worker', level: 'info' },
    { write: (line: string) => void lines.push(line) },
  );
  const db = await openDatabase({
    url: config.databaseUrl,
    applicationName: 'test-worker',
    scope: 'worker',
    poolSize: 8,
  });
  const batchDb = await openPool({
    url: config.databaseUrl,
    applicationName: 'test-worker-batches',
    poolSize: 2,
  });
  const redis = connectForCommands(config.redisUrl);
  const blockingRedis = connectForBlocking(config.redisUrl);
  const checkQueue = openCheckQueue(redis);
  const spool = await Spool.open(config.spoolDir, config.encryptionKeys);
  const {
    witness,
    keeper: history,
    acknowledgements,
  } = openHistory({ db, redis, logger, adopter: 'test-worker' });
  const deps = {
    spool,
    config,
    logger,
    db,
    webhookDb: db,
    batchDb,
    acknowledgements,
    redis,
    blockingRedis,
    checkQueue,
    witness,
    history,
    durability: new DurabilityKeeper({ db, demand: demandOf(config), logger }),
    registry: new Registry(),
    tracing: NO_TRACING,
    giveUp: () => lines.push(JSON.stringify({ msg: 'gave up' })),
  };
  const worker = startWorker(deps);
  return {
    logs: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      await worker.stop();
      await checkQueue.close();
      blockingRedis.disconnect();
      redis.disconnect();
      await batchDb.close();
      await db.close();
    },
  };
}
