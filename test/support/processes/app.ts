import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import type { ServerOptions } from 'node:http';
import type { Registry } from 'prom-client';
import { AccessLog } from '../../../api/access-log/access-log.js';
import { ApiKeyUses } from '../../../api/api-keys/api-key-uses.js';
import { createApp } from '../../../api/app.js';
import { LoginLimits } from '../../../api/auth/login-limits.js';
import { FileReader } from '../../../api/batches/file/file-reader.js';
import type { ApiDeps } from '../../../api/deps.js';
import { CsvTurns } from '../../../api/http/csv-file.js';
import { createApiMetrics } from '../../../api/metrics.js';
import { createServer } from '../../../api/server.js';
import { PdfPrinter } from '../../../api/verifications/pdf/pdf-printer.js';
import { SettlementListener } from '../../../api/verifications/settlement-listener.js';
import type { ApiConfig } from '../../../shared/config/api.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { type Database, openPool } from '../../../shared/db/database.js';
import { demandOf } from '../../../shared/durability/demand.js';
import { DurabilityKeeper } from '../../../shared/durability/durability-keeper.js';
import { openHistory } from '../../../shared/history/open-history.js';
import { createLogger } from '../../../shared/logger.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { createRegistry } from '../../../shared/ops/metrics.js';
import { openCheckQueue } from '../../../shared/queues/check-queue.js';
import { connectForCommands, connectForSubscribing } from '../../../shared/redis/connect.js';
import { NO_TRACING } from '../../../shared/tracing/tracing.js';
import { createAccounts, type TestAccounts } from '../accounts/api-accounts.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { TestClient } from '../http/client.js';
import { witnessApi } from '../personal-data/openings.js';
import { testRedis } from '../redis/redis.js';
import { PARSE_PROCESS, PDF_THREAD } from './api-threads.js';
import { testKeys } from './keys.js';

export interface StartOptions {
  config?: Partial<ApiConfig>;
  /** Shortened time limits of the server. */
  limits?: Partial<ServerOptions>;
  /** The database of another API, which is then not dropped on close: two processes of one service. */
  database?: TestDatabase;
  redisUrl?: string;
}

/** A real API on a free port, with its own database and Redis unless they are given. */
export interface TestApi extends TestAccounts {
  url: string;
  deps: ApiDeps;
  /** The registry of its metrics. */
  registry: Registry;
  /** Sees the rows of all clients. */
  db: Database;
  database: TestDatabase;
  redisUrl: string;
  /** A caller without a token. */
  client: TestClient;
  /** Every line logged so far. */
  logs(): Record<string, unknown>[];
  close(): Promise<void>;
}

/** The keys that sign the tokens of every test API, so that each accepts the tokens of the others. */
export const testJwtSecrets = new Keyring([
  { id: 'new', key: createSecretKey(Buffer.alloc(32, 3)) },
  { id: 'old', key: createSecretKey(Buffer.alloc(32, 4)) },
]);

/** Starts an API from its real parts. Close it in `after`. */
export async function startApi(options: StartOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await createTestDatabase());
  const redisUrl = options.redisUrl ?? testRedis().url;
  const config = { ...defaultConfig(database.url, redisUrl), ...options.config };
  const lines: string[] = [];
  const parts = await openParts(config, lines);
  const db = parts.deps.db.scoped('operator');
  const server = createServer(createApp(parts.deps), parts.deps, options.limits);
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
  const client = new TestClient(url);
  witnessApi(url, database.url);
  return {
    url,
    deps: parts.deps,
    registry: parts.registry,
    db,
    database,
    redisUrl,
    client,
    ...createAccounts(db, client),
    logs: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    close: async () => {
      server.closeAllConnections();
      await closeServer(server);
      await parts.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

function defaultConfig(databaseUrl: string, redisUrl: string): ApiConfig {
  return {
    production: false,
    databaseUrl,
    redisUrl,
    ...testKeys,
    logLevel: 'info',
    durability: 'local',
    metricsPort: undefined,
    metricsToken: undefined,
    tracing: false,
    mail: { from: 'checks@example.test', outboxDir: '/nowhere' },
    port: 0,
    host: undefined,
    jwtSecrets: testJwtSecrets,
    syncWaitMs: 0,
    clientRequestsPerMinute: 3_000,
    trustProxy: false,
    drainSeconds: 0,
    publicUrl: undefined,
    twoPeople: false,
    approvalCredits: 10_000,
    supportContact: undefined,
    requireSecondFactor: 'none',
    pdfSigningPem: undefined,
  };
}

async function openParts(config: ApiConfig, lines: string[]) {
  const db = await openPool({ url: config.databaseUrl, applicationName: 'test-api', poolSize: 5 });
  const redis = connectForCommands(config.redisUrl);
  const checkQueue = openCheckQueue(redis);
  const settlements = new SettlementListener(connectForSubscribing(config.redisUrl), db);
  const logger = createLogger(
    { process: 'api', level: config.logLevel },
    { write: (line: string) => void lines.push(line) },
  );
  const apiKeyUses = new ApiKeyUses(db, logger);
  const registry = createRegistry('api');
  const metrics = createApiMetrics(registry);
  const batchFiles = new FileReader(PARSE_PROCESS);
  const pdfPrinter = new PdfPrinter(metrics, { entry: PDF_THREAD });
  const { keeper: history, acknowledgements } = openHistory({ db: db.unscoped, redis, logger });
  await history.look().catch(() => undefined);
  const durability = new DurabilityKeeper({ db: db.unscoped, demand: demandOf(config), logger });
  // Until then each process counts its limits by itself, and forgets them as soon as Redis counts.
  if (redis.status !== 'ready') {
    await once(redis, 'ready', { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  }
  const deps: ApiDeps = {
    history,
    durability,
    acknowledgements,
    config,
    logger,
    metrics,
    tracing: NO_TRACING,
    db,
    draining: { begun: false },
    redis,
    loginLimits: new LoginLimits({ config, redis, metrics }),
    csvTurns: new CsvTurns(),
    batchFiles,
    pdfPrinter,
    accessLog: new AccessLog(db),
    apiKeyUses,
    checkQueue,
    settlements,
  };
  const close = async (): Promise<void> => {
    pdfPrinter.close();
    await apiKeyUses.write();
    await settlements.close();
    await checkQueue.close();
    redis.disconnect();
    await db.close();
  };
  return { deps, registry, close };
}
