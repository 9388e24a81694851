import 'reflect-metadata';
import { hostname } from 'node:os';
import { loadOrExit } from '../shared/config/environment.js';
import { refuseArguments } from '../shared/config/refuse-arguments.js';
import { readWorkerConfig } from '../shared/config/worker.js';
import { waitForDatabase } from '../shared/db/wait-for-database.js';
import { waitForSchema } from '../shared/db/wait-for-schema.js';
import { demandOf } from '../shared/durability/demand.js';
import { DurabilityKeeper } from '../shared/durability/durability-keeper.js';
import { openHistory } from '../shared/history/open-history.js';
import { createLogger } from '../shared/logger.js';
import { createRegistry } from '../shared/ops/metrics.js';
import { reportSurroundings } from '../shared/ops/report-surroundings.js';
import { serveOps } from '../shared/ops/serve-ops.js';
import { openCheckQueue } from '../shared/queues/check-queue.js';
import { connectForBlocking, connectForCommands, redisOutageLog } from '../shared/redis/connect.js';
import { runUntilStopped } from '../shared/shutdown.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { createMailMetrics } from './mail/metrics.js';
import { startMail } from './mail/start-mail.js';
import { createMailSender } from './mail/transport.js';
import { openDatabases } from './open-databases.js';
import { requireNoEviction } from './require-no-eviction.js';
import { openSpool } from './spool/open-spool.js';
import { startWorker } from './start-worker.js';

/** Time a call that has just begun may need beyond its own limit to be settled before the process ends. */
const SETTLE_WITHIN_MS = 5_000;

refuseArguments();
const config = loadOrExit(readWorkerConfig);
const logger = createLogger({ process: 'worker', level: config.logLevel });
const deadlineMs = config.providerTimeoutMs + SETTLE_WITHIN_MS;

await runUntilStopped({ logger, deadlineMs }, async (onStop) => {
  const tracing = await openTracing('worker', config.tracing);
  onStop('tracing', () => tracing.stop());
  const spool = await openSpool(config, logger);
  const { db, webhookDb, batchDb, mailDb } = openDatabases(config, logger, onStop);
  const redisOutages = redisOutageLog(config.redisUrl, logger);
  const redis = connectForCommands(config.redisUrl, redisOutages);
  onStop('redis', async () => redis.disconnect());
  const blockingRedis = connectForBlocking(config.redisUrl, redisOutages);
  onStop('queue connection', async () => blockingRedis.disconnect());
  const checkQueue = openCheckQueue(redis);
  onStop('check queue', () => checkQueue.close());

  const adopter = `${hostname()}:${process.pid}`.slice(0, 100);
  const { witness, keeper: history, acknowledgements } = openHistory({ db, redis, logger, adopter });

  const durability = new DurabilityKeeper({ db, demand: demandOf(config), logger });

  const registry = createRegistry('worker');
  const pools = { main: db, webhooks: webhookDb, batches: batchDb };
  await serveOps(config, { db, pools, redis, history, durability, checkQueue, registry, logger }, onStop);

  const database = waitForDatabase({
    databases: [db, webhookDb, batchDb, mailDb],
    examine: () => durability.require(),
    url: config.databaseUrl,
    logger,
  });
  onStop('wait for the database', () => database.stop());
  if (!(await database.connected)) return;
  const watching = durability.start();
  onStop('durability', () => watching.stop());
  if (config.production) await requireNoEviction(redis);
  const schema = waitForSchema({ db, logger });
  onStop('wait for the schema', () => schema.stop());
  if (!(await schema.complete)) return;

  await reportSurroundings(db, logger);

  const worker = startWorker({
    config,
    logger,
    db,
    webhookDb,
    batchDb,
    acknowledgements,
    redis,
    blockingRedis,
    checkQueue,
    witness,
    history,
    durability,
    registry,
    tracing,
    spool,
    giveUp: () => {
      throw new Error('The worker cannot be made to receive jobs from its queue');
    },
  });
  const mail = startMail({
    db: mailDb,
    keyring: config.encryptionKeys,
    send: config.mail && createMailSender(config.mail),
    base: config.publicUrl?.replace(/\/$/, ''),
    logger,
    metrics: createMailMetrics(registry),
  });
  // Both at once: a slow mail server must not keep the checks from being told.
  onStop('worker', async () => {
    await Promise.all([worker.stop(), mail.stop()]);
  });
  logger.info({ concurrency: config.concurrency }, 'worker started');
});
