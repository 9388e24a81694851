import 'reflect-metadata';
import { readApiConfig } from '../shared/config/api.js';
import { loadOrExit } from '../shared/config/environment.js';
import { refuseArguments } from '../shared/config/refuse-arguments.js';
import { openHistory } from '../shared/history/open-history.js';
import { createLogger } from '../shared/logger.js';
import { Draining } from '../shared/ops/draining.js';
import { closeServer, listenOn } from '../shared/ops/listen.js';
import { createRegistry } from '../shared/ops/metrics.js';
import { serveOps } from '../shared/ops/serve-ops.js';
import { runUntilStopped } from '../shared/shutdown.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { AccessLog } from './access-log/access-log.js';
import { ApiKeyUses } from './api-keys/api-key-uses.js';
import { createApp } from './app.js';
import { LoginLimits } from './auth/login-limits.js';
import { FileReader } from './batches/file/file-reader.js';
import { CsvTurns } from './http/csv-file.js';
import { createApiMetrics } from './metrics.js';
import { openDatabase, openRedis } from './open-servers.js';
import { createServer } from './server.js';
import { PdfPrinter } from './verifications/pdf/pdf-printer.js';
import { SettlementListener } from './verifications/settlement-listener.js';

// After draining, requests still have 20 s to arrive.
const CLOSE_WITHIN_MS = 25_000;

refuseArguments();
const config = loadOrExit(readApiConfig);
const logger = createLogger({ process: 'api', level: config.logLevel });

const deadlineMs = config.drainSeconds * 1_000 + CLOSE_WITHIN_MS;

await runUntilStopped({ logger, deadlineMs }, async (onStop) => {
  const tracing = await openTracing('api', config.tracing);
  onStop('tracing', () => tracing.stop());
  const { db, durability, checked } = await openDatabase(config, logger, onStop);
  const apiKeyUses = new ApiKeyUses(db, logger);
  onStop('api key uses', () => apiKeyUses.write());

  const { redis, checkQueue, subscriber } = openRedis(config, logger, onStop);
  const settlements = new SettlementListener(subscriber, db);

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
      loginLimits: new LoginLimits({ config, redis, metrics }),
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
    { logger, config },
  );
  const port = await listenOn('PORT', server, config);
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
