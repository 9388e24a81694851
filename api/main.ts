import 'reflect-metadata';
import { readApiConfig } from '../shared/config/api.js';
import { loadOrExit } from '../shared/config/environment.js';
import { openDatabase } from '../shared/db/database.js';
import { requireDurability } from '../shared/db/require-durability.js';
import { createLogger } from '../shared/logger.js';
import { closeServer, listen } from '../shared/ops/listen.js';
import { createRegistry } from '../shared/ops/metrics.js';
import { serveOps } from '../shared/ops/serve-ops.js';
import { openCheckBell } from '../shared/queues/check-bell.js';
import { connectForCommands, connectForSubscribing } from '../shared/redis/connect.js';
import { runUntilStopped } from '../shared/shutdown.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { ApiKeyUses } from './api-keys/api-key-uses.js';
import { createApp } from './app.js';
import { CsvTurns } from './http/csv-file.js';
import { createApiMetrics } from './metrics.js';
import { createServer } from './server.js';
import { PdfPrinter } from './verifications/pdf/pdf-printer.js';
import { SettlementListener } from './verifications/settlement-listener.js';

const POOL_SIZE = 10;
// Requests still have 20 s to arrive, and orchestrators kill after 30 s by default.
const STOP_WITHIN_MS = 25_000;

const config = loadOrExit(readApiConfig);
const logger = createLogger({ process: 'api', level: config.logLevel });

await runUntilStopped({ logger, deadlineMs: STOP_WITHIN_MS }, async (onStop) => {
  const tracing = await openTracing('api', config.tracing);
  onStop('tracing', () => tracing.stop());
  const db = await openDatabase({
    url: config.databaseUrl,
    applicationName: 'api',
    poolSize: POOL_SIZE,
    lookUpsOnly: true,
  });
  onStop('database', () => db.close());
  if (config.production) await requireDurability(db);
  const apiKeyUses = new ApiKeyUses(db, logger);
  onStop('api key uses', () => apiKeyUses.write());

  // Redis may be away: the API then starts degraded and the connections come up by themselves.
  const redis = connectForCommands(config.redisUrl);
  onStop('redis', async () => redis.disconnect());
  const bellRedis = connectForCommands(config.redisUrl);
  const bell = openCheckBell(bellRedis);
  onStop('bell', async () => {
    await bell.close();
    bellRedis.disconnect();
  });
  const settlements = new SettlementListener(connectForSubscribing(config.redisUrl), db);

  const registry = createRegistry('api');
  const metrics = createApiMetrics(registry);
  await serveOps(config.metricsPort, { db, redis, bell, registry, logger }, onStop);

  const pdfPrinter = new PdfPrinter(metrics);
  onStop('pdf threads', async () => pdfPrinter.close());

  const server = createServer(
    createApp({
      config,
      logger,
      metrics,
      tracing,
      db,
      redis,
      csvTurns: new CsvTurns(),
      pdfPrinter,
      apiKeyUses,
      bell,
      settlements,
    }),
    logger,
  );
  const port = await listen(server, config.port);
  onStop('http', async () => {
    const closed = closeServer(server);
    // Requests that wait for a worker are answered with what is known by now.
    await settlements.close();
    await closed;
  });
  logger.info({ port }, 'api listening');
});
