import { Circuits } from '../providers/circuits.js';
import type { QueueConsumer } from '../queue-consumer.js';
import type { WorkerDeps } from '../start-worker.js';
import { Watchdog } from '../watchdog.js';
import { openCheckStore } from './check-store.js';
import { type RunCheckDeps, runCheck } from './run-check.js';
import { startCheckConsumer } from './start-check-consumer.js';

/** Time between a call's own limit and the moment it counts as lost: for settling, and for small clock jumps. */
const SETTLE_GRACE_MS = 5_000;

/** Creates, once, what running a check needs. */
export function prepareChecks(
  { config, db, redis, witness, history, durability, spool, logger, tracing }: WorkerDeps,
  own: Pick<RunCheckDeps, 'providers' | 'metrics' | 'life' | 'stopping'> & { worker: string },
): RunCheckDeps {
  const { worker, providers, metrics, life, stopping } = own;
  const { condition: durable } = durability.demand;
  const callDeadlineMs = config.providerTimeoutMs + SETTLE_GRACE_MS;
  return {
    witness,
    history,
    durability,
    spool,
    store: openCheckStore({ db, redis, logger, worker, callDeadlineMs, durable, metrics, tracing }),
    providers,
    circuits: new Circuits(providers.real, () => performance.now()),
    keyring: config.encryptionKeys,
    metrics,
    logger,
    tracing,
    life,
    stopping,
  };
}

/** Consumes checks from the queue while `mayTake`, with a watchdog over the consumer. */
export function consumeChecks(deps: WorkerDeps, runDeps: RunCheckDeps, mayTake: () => boolean): Watchdog {
  const { config, checkQueue, logger, giveUp } = deps;
  const { concurrency } = config;
  const start = (): QueueConsumer =>
    startCheckConsumer({
      connection: deps.blockingRedis,
      concurrency,
      run: (checkId, isFirst) => runCheck(checkId, runDeps, isFirst),
      mayTake,
      metrics: runDeps.metrics,
      logger,
    });
  return new Watchdog({ queue: checkQueue, concurrency, start, giveUp, logger });
}
