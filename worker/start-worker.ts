import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';
import type { WorkerConfig } from '../shared/config/worker.js';
import { takeRandomBytes } from '../shared/crypto/random-bytes.js';
import type { Database, DatabasePool } from '../shared/db/database.js';
import type { DurabilityKeeper } from '../shared/durability/durability-keeper.js';
import type { HistoryKeeper } from '../shared/history/history-keeper.js';
import type { Logger } from '../shared/logger.js';
import type { CheckQueue } from '../shared/queues/check-queue.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import { withinTime } from '../shared/within-time.js';
import type { Acknowledgements } from '../shared/witness/acknowledgements.js';
import type { Witness } from '../shared/witness/witness.js';
import { startAddingUpFigures } from './add-up-figures.js';
import { startFeedingBatches } from './batches/start-feeding.js';
import { consumeChecks, prepareChecks } from './checks/consume-checks.js';
import { startErasing } from './erasure/erase-due.js';
import { createErasureMetrics } from './erasure/metrics.js';
import { Heartbeat } from './heartbeat.js';
import { startCheckingLedger } from './ledger/start-checking-ledger.js';
import { startKeepingLog } from './log/start-keeping-log.js';
import { createWorkerMetrics, watchWorker } from './metrics.js';
import { Providers } from './providers/index.js';
import { createSimulator } from './providers/simulator/index.js';
import { createUpstream } from './providers/upstream/index.js';
import { startReconciling } from './reconciler/start-reconciling.js';
import { startReportingHealth } from './report-health.js';
import { startSettlingSpool } from './spool/settle-spool.js';
import type { Spool } from './spool/spool.js';
import { createSender } from './webhooks/send.js';
import { startWebhooks } from './webhooks/start-webhooks.js';

export interface WorkerDeps {
  config: WorkerConfig;
  logger: Logger;
  db: Database;
  /** For webhooks only: however much there is to deliver, checks never wait for a connection. */
  webhookDb: Database;
  /** For batches only, in the scope of the client that owns the rows. */
  batchDb: DatabasePool;
  /** Records outside the database which of their requests were accepted. */
  acknowledgements: Pick<Acknowledgements, 'note'>;
  /** For messages and health; fails fast. */
  redis: Redis;
  /** For the queue; waits out any outage. */
  blockingRedis: Redis;
  checkQueue: CheckQueue;
  witness: Witness;
  history: HistoryKeeper;
  durability: DurabilityKeeper;
  registry: Registry;
  tracing: Tracing;
  /** Keeps paid answers that PostgreSQL cannot take. */
  spool: Spool;
  /** Called when the worker cannot be made to consume its queue: the process should end and be restarted. */
  giveUp(): void;
}

export interface RunningWorker {
  /** Begins no new call, settles those in flight, and stops. */
  stop(): Promise<void>;
}

/** A ledger check that is nearly done may finish; a longer one is abandoned. */
const LEDGER_STOPS_WITHIN_MS = 1_000;

/** Starts consuming checks, reconciling and sending webhooks; opens no connections itself. */
export function startWorker(deps: WorkerDeps): RunningWorker {
  const { config, db, redis, checkQueue, logger } = deps;
  const worker = newWorkerId();
  let stopping = false;
  const providers = createProviders(config);
  const metrics = createWorkerMetrics(deps.registry, providers.real);
  const heartbeat = new Heartbeat({ db, worker, logger });
  heartbeat.start();
  const runDeps = prepareChecks(deps, {
    worker,
    providers,
    metrics,
    life: () => heartbeat.life(),
    stopping: () => stopping,
  });
  const watchdog = consumeChecks(deps, runDeps, () => !heartbeat.isSilent());
  watchWorker(deps.registry, {
    circuits: () => runDeps.circuits.snapshot(),
    activeJobs: () => watchdog.active(),
    concurrency: config.concurrency,
    heartbeatAgeMs: () => heartbeat.ageMs(),
  });
  const reconciler = startReconciling({
    ...{ db, redis, checkQueue, metrics, logger },
    writableForMs: () => heartbeat.writableForMs(),
  });
  const kept = startSettlingSpool({
    spool: deps.spool,
    store: runDeps.store,
    registry: deps.registry,
    logger,
  });
  const health = startReportingHealth({ redis, worker, circuits: runDeps.circuits });
  const others = startOtherJobs(deps, worker);

  async function stopChecks(): Promise<void> {
    await reconciler.stop();
    await watchdog.close();
    await kept.stop();
    await runDeps.store.drain();
    await heartbeat.stop();
  }
  return {
    stop: async () => {
      stopping = true;
      logger.info({ in_flight: watchdog.active() }, 'worker stopping: no new calls');
      health.stop();
      await Promise.all([stopChecks(), others.stop()]);
    },
  };
}

/** Starts the jobs that take no part in checks: each has its own pace, and they stop independently of each other. */
function startOtherJobs(deps: WorkerDeps, worker: string): RunningWorker {
  const { config, db, logger, registry } = deps;
  const ledger = startCheckingLedger({ db, databaseUrl: config.databaseUrl, logger });
  const jobs = [
    startAddingUpFigures({ db, logger }),
    deps.history.start(),
    startErasing({
      db,
      logger,
      graceMs: config.erasureGraceMs,
      ...createErasureMetrics(registry),
    }),
    startKeepingLog(deps),
    startSendingWebhooks(deps),
    startFeedingBatches({ ...deps, worker }),
  ];
  // A full check may take longer than a process has to end, and another worker repeats it.
  const stopLedger = () => withinTime(ledger.stop(), LEDGER_STOPS_WITHIN_MS).catch(() => undefined);
  return {
    stop: async () => {
      await Promise.all([stopLedger(), ...jobs.map((job) => job.stop())]);
    },
  };
}

/** A name that no other process ever has, and that tells people where to look. */
function newWorkerId(): string {
  const end = `:${process.pid}:${takeRandomBytes(6).toString('hex')}`;
  return hostname().slice(0, 100 - end.length) + end;
}

function createProviders(config: WorkerConfig): Providers {
  const upstream = createUpstream({
    url: config.providerUrl,
    apiKey: config.providerApiKey,
    apiKeyHeader: config.providerApiKeyHeader,
    timeoutMs: config.providerTimeoutMs,
    reportTypes: config.reportTypes,
    proxy: config.proxy,
  });
  return new Providers(
    { upstream },
    createSimulator({ timeoutMs: Math.min(config.providerTimeoutMs, 5_000) }),
  );
}

function startSendingWebhooks(deps: WorkerDeps): { stop(): Promise<void> } {
  const { config, webhookDb, redis, blockingRedis, registry, logger, giveUp } = deps;
  return startWebhooks({
    db: webhookDb,
    redis,
    blockingRedis,
    keyring: config.encryptionKeys,
    evidenceKeys: config.evidenceKeys,
    send: createSender({ production: config.production, proxy: config.proxy }),
    registry,
    logger,
    giveUp,
  });
}
