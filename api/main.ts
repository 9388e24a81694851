import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { readApiConfig } from '../shared/config/api.js';
import { loadOrExit } from '../shared/config/environment.js';
import { createPool } from '../shared/db/database.js';
import { waitForDatabase } from '../shared/db/wait-for-database.js';
import { demandOf } from '../shared/durability/demand.js';
import { DurabilityKeeper } from '../shared/durability/durability-keeper.js';
import { openHistory } from '../shared/history/open-history.js';
import { createLogger } from '../shared/logger.js';
import { Draining } from '../shared/ops/draining.js';
import { closeServer, listen } from '../shared/ops/listen.js';
import { createRegistry } from '../shared/ops/metrics.js';
import { reportSurroundings } from '../shared/ops/report-surroundings.js';
import { serveOps } from '../shared/ops/serve-ops.js';
import { openCheckQueue } from '../shared/queues/check-queue.js';
import { connectForCommands, connectForSubscribing, redisOutageLog } from '../shared/redis/connect.js';
import { runUntilStopped } from '../shared/shutdown.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { AccessLog } from './access-log/access-log.js';
import { ApiKeyUses } from './api-keys/api-key-uses.js';
import { createApp } from './app.js';
import { FileReader } from './batches/file/file-reader.js';
import { CsvTurns } from './http/csv-file.js';
import { createApiMetrics } from './metrics.js';
import { createServer } from './server.js';
import { PdfPrinter } from './verifications/pdf/pdf-printer.js';
import { SettlementListener } from './verifications/settlement-listener.js';

const POOL_SIZE = 10;
/** As long as one connection attempt may take. */
const CONNECT_WITHIN_MS = 3_000;
// After draining, requests still have 20 s to arrive.
const CLOSE_WITHIN_MS = 25_000;

const config = loadOrExit(readApiConfig);
const logger = createLogger({ process: 'api', level: config.logLevel });

const deadlineMs = config.drainSeconds * 1_000 + CLOSE_WITHIN_MS;

await runUntilStopped({ logger, deadlineMs }, async (onStop) => {
  const tracing = await openTracing('api', config.tracing);
  onStop('tracing', () => tracing.stop());
  const db = createPool({
    url: config.databaseUrl,
    logger,
    applicationName: 'api',
    poolSize: POOL_SIZE,
    lookUpsOnly: true,
  });
  onStop('database', () => db.close());
  const durability = new DurabilityKeeper({ db: db.unscoped, demand: demandOf(config), logger });
  const database = waitForDatabase({ databases: [db], url: config.databaseUrl, logger });
  onStop('wait for the database', () => database.stop());
  const checked = database.connected.then(async (connected) => {
    if (!connected) return;
    await durability.require();
    await reportSurroundings(db.unscoped, logger);
  });
  // The process listens even without PostgreSQL: it answers 503 and is not ready. Exiting would only make its
  // supervisor back off longer and longer.
  await Promise.race([checked, sleep(CONNECT_WITHIN_MS)]);
  const apiKeyUses = new ApiKeyUses(db, logger);
  onStop('api key uses', () => apiKeyUses.write());

  // Redis may be unavailable: the API then starts degraded, and connects once Redis is back.
  const redisOutages = redisOutageLog(config.redisUrl, logger);
  const redis = connectForCommands(config.redisUrl, redisOutages);
  onStop('redis', async () => redis.disconnect());
  const queueRedis = connectForCommands(config.redisUrl, redisOutages);
  const checkQueue = openCheckQueue(queueRedis);
  onStop('check queue', async () => {
    await checkQueue.close();
    queueRedis.disconnect();
  });
  const settlements = new SettlementListener(connectForSubscribing(config.redisUrl, redisOutages), db);

  const draining = new Draining(config.drainSeconds);
  const { keeper: history, acknowledgements } = openHistory({ db: db.unscoped, redis, logger });
  const keeping = history.start();
  onStop('history', () => keeping.stop());
  const watching = durability.start();
  onStop('durability', () => watching.stop());

  const registry = createRegistry('api');
  const metrics = createApiMetrics(registry);
  await serveOps(
    config,
    {
      db: db.scoped('operator'),
      pools: { main: db },
      draining,
      redis,
      history,
      durability,
      checkQueue,
      registry,
      logger,
    },
    onStop,
  );

  const pdfPrinter = new PdfPrinter(metrics);
  onStop('pdf threads', async () => pdfPrinter.close());

  const batchFiles = new FileReader();
  onStop('files of batches', () => batchFiles.close());

  const server = createServer(
    createApp({
      config,
      logger,
      metrics,
      tracing,
      db,
      draining,
      redis,
      csvTurns: new CsvTurns(),
      batchFiles,
      pdfPrinter,
      accessLog: new AccessLog(db),
      apiKeyUses,
      history,
      durability,
      acknowledgements,
      checkQueue,
      settlements,
    }),
    logger,
  );
  const port = await listen(server, config.port, config.host);
  onStop('http', async () => {
    await draining.run();
    const closed = closeServer(server);
    // Requests waiting for a worker are answered with what is known by now.
    await settlements.close();
    await closed;
  });
  logger.info({ port }, 'api listening');
  await checked;
});
