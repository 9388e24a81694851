import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ApiConfig } from '../shared/config/api.js';
import { createPool, type DatabasePool } from '../shared/db/database.js';
import { waitForDatabase } from '../shared/db/wait-for-database.js';
import { waitForSchema } from '../shared/db/wait-for-schema.js';
import { demandOf } from '../shared/durability/demand.js';
import { DurabilityKeeper } from '../shared/durability/durability-keeper.js';
import type { Logger } from '../shared/logger.js';
import { reportSurroundings } from '../shared/ops/report-surroundings.js';
import { type CheckQueue, openCheckQueue } from '../shared/queues/check-queue.js';
import { connectForCommands, connectForSubscribing, redisOutageLog } from '../shared/redis/connect.js';
import type { OnStop } from '../shared/shutdown.js';
import { reportDemoAccounts } from './ops/report-demo-accounts.js';

const POOL_SIZE = 10;
/** As long as one connection attempt may take. */
const CONNECT_WITHIN_MS = 3_000;

export interface OpenedDatabase {
  db: DatabasePool;
  durability: DurabilityKeeper;
  /** Resolves once the database was reached and checked; rejects if it may lose what is acknowledged. */
  checked: Promise<void>;
}

/**
 * Opens the database, and waits a moment for it. The process listens even without PostgreSQL: it answers 503 and is not
 * ready. Exiting would only make its supervisor back off longer and longer.
 */
export async function openDatabase(
  config: ApiConfig,
  logger: Logger,
  onStop: OnStop,
): Promise<OpenedDatabase> {
  const { databaseUrl: url } = config;
  const db = createPool({ url, logger, applicationName: 'api', poolSize: POOL_SIZE, lookUpsOnly: true });
  onStop('database', () => db.close());
  const durability = new DurabilityKeeper({ db: db.unscoped, demand: demandOf(config), logger });
  const database = waitForDatabase({
    databases: [db],
    examine: () => durability.require(),
    url,
    logger,
  });
  onStop('wait for the database', () => database.stop());
  const checked = database.connected.then(async (connected) => {
    if (!connected) return;
    const schema = waitForSchema({ db: db.unscoped, logger });
    onStop('wait for the schema', () => schema.stop());
    if (config.production) void reportDemoAccounts(schema.complete, db.scoped('operator'), logger);
    await reportSurroundings(db.unscoped, logger);
  });
  await Promise.race([checked, sleep(CONNECT_WITHIN_MS)]);
  return { db, durability, checked };
}

export interface OpenedRedis {
  redis: Redis;
  checkQueue: CheckQueue;
  /** For messages about settlements. */
  subscriber: Redis;
}

/** Opens Redis, which may be unavailable: the API then starts degraded, and connects once Redis is back. */
export function openRedis({ redisUrl }: ApiConfig, logger: Logger, onStop: OnStop): OpenedRedis {
  const outages = redisOutageLog(redisUrl, logger);
  const redis = connectForCommands(redisUrl, outages);
  onStop('redis', async () => redis.disconnect());
  const queueRedis = connectForCommands(redisUrl, outages);
  const checkQueue = openCheckQueue(queueRedis);
  onStop('check queue', async () => {
    await checkQueue.close();
    queueRedis.disconnect();
  });
  return { redis, checkQueue, subscriber: connectForSubscribing(redisUrl, outages) };
}
