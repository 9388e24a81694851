import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import type { Keyring } from '../../../shared/crypto/keyring.js';
import type { Database } from '../../../shared/db/database.js';
import { HistoryKeeper } from '../../../shared/history/history-keeper.js';
import { createLogger, type Logger } from '../../../shared/logger.js';
import { NO_TRACING } from '../../../shared/tracing/tracing.js';
import { openWitness } from '../../../shared/witness/witness.js';
import { openCheckStore } from '../../../worker/checks/check-store.js';
import { type JobEnd, type RunCheckDeps, runCheck } from '../../../worker/checks/run-check.js';
import { createWorkerMetrics } from '../../../worker/metrics.js';
import { Circuits } from '../../../worker/providers/circuits.js';
import { Providers } from '../../../worker/providers/index.js';
import { createSimulator } from '../../../worker/providers/simulator/index.js';
import type { Exchange, ProviderRequest } from '../../../worker/providers/types.js';
import { createUpstream } from '../../../worker/providers/upstream/index.js';
import { testKeys } from '../processes/keys.js';
import { fixtureExchange } from '../provider/provider-fixtures.js';

/** A call seen by a test's provider. */
export interface SeenCall {
  request: ProviderRequest;
  reference: string;
}

/** A worker without queue and network: its provider is a function of the test, and everything else is real. */
export interface CheckWorker {
  deps: RunCheckDeps;
  /** The calls made, in order. */
  sends: SeenCall[];
  /** Every line logged. */
  logged(): string;
  run(checkId: string): Promise<JobEnd>;
  /** The clock of its circuits, in milliseconds. */
  clock: { now: number };
}

export interface CheckWorkerOptions {
  db: Database;
  redis: Redis;
  /** The provider's answer to a call; by default a positive said_verification. */
  answer?: (call: SeenCall) => Promise<Exchange> | Exchange;
  keyring?: Keyring;
  life?: () => number | undefined;
  /** Keeps answers on disk; by default a disk that accepts nothing. */
  spool?: RunCheckDeps['spool'];
  stopping?: () => boolean;
  callDeadlineMs?: number;
}

const FULL_DISK: RunCheckDeps['spool'] = {
  put: () => Promise.reject(new Error('The disk is full')),
  setAside: () => Promise.resolve(),
};

/** Creates a worker with the caller's provider. */
export function makeCheckWorker(options: CheckWorkerOptions): CheckWorker {
  const sends: SeenCall[] = [];
  const { logger, logged } = recordingLogger();
  const clock = { now: 0 };
  const answer = options.answer ?? (() => fixtureExchange('verify/said-positive'));
  const witness = openWitness(options.redis);
  const upstream = createUpstream({
    url: 'http://provider.test',
    apiKey: 'test-key',
    timeoutMs: 1_000,
    reportTypes: { maritalStatus: 'marital', aliveStatus: 'alive' },
  });
  const providers = new Providers(
    {
      upstream: {
        ...upstream,
        send: async (request, reference, mayStillSend) => {
          const withheld = await mayStillSend(new AbortController().signal);
          if (withheld !== undefined) return { kind: 'not_sent', error: withheld, withheld: true };
          sends.push({ request, reference });
          return answer({ request, reference });
        },
      },
    },
    createSimulator({ slowMs: 10, timeoutMs: 200 }),
  );
  const metrics = createWorkerMetrics(new Registry(), providers.real);
  const deps: RunCheckDeps = {
    spool: options.spool ?? FULL_DISK,
    witness,
    durability: { state: 'ok' },
    history: new HistoryKeeper({
      db: options.db,
      witness,
      logger: recordingLogger().logger,
      remember: () => witness.remember(),
    }),
    store: openCheckStore({
      db: options.db,
      redis: options.redis,
      logger,
      worker: 'test',
      callDeadlineMs: options.callDeadlineMs ?? 60_000,
      durable: 'true',
      metrics,
      tracing: NO_TRACING,
    }),
    providers,
    circuits: new Circuits(providers.real, () => clock.now),
    keyring: options.keyring ?? testKeys.encryptionKeys,
    metrics,
    logger,
    tracing: NO_TRACING,
    life: options.life ?? (() => 1),
    stopping: options.stopping ?? (() => false),
  };
  return { deps, sends, logged, clock, run: (checkId) => runCheck(checkId, deps) };
}

/** A logger that keeps its lines. */
export function recordingLogger(): { logger: Logger; logged(): string } {
  let lines = '';
  const destination = {
    write: (line: string) => {
      lines += line;
    },
  };
  return {
    logger: createLogger({ process: 'worker', level: 'trace' }, destination),
    logged: () => lines,
  };
}
