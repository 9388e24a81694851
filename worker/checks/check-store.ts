import type { Redis } from 'ioredis';
import { Batcher } from '../../shared/batching/batcher.js';
import { settleChecks } from '../../shared/commands/settle-checks.js';
import type { SettledVerification, Settlement } from '../../shared/commands/settlement.js';
import type { Database } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { publishSettled } from '../../shared/redis/settled-channel.js';
import { tracedBatcher } from '../../shared/tracing/traced-batcher.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { WorkerMetrics } from '../metrics.js';
import { type Dispatch, markDispatched } from './mark-dispatched.js';
import { loadPendingChecks, type PendingCheck } from './pending-check.js';

/** Larger batches gain little and make everybody in them wait for the slowest. */
const MAX_BATCH = 200;

/** What the checks of this worker read and write, many at a time: one round trip or one commit serves a whole batch. */
export interface CheckStore {
  load(checkId: string): Promise<PendingCheck | undefined>;
  /** Commits the dispatch marker; false means that the call must not be made. */
  mark(dispatch: Dispatch & { clientId: string }): Promise<boolean>;
  /** Commits the result and tells the waiting API processes; `traceparent` is the trace that it is shown in. */
  settle(settlement: Settlement, traceparent?: string): Promise<void>;
  drain(): Promise<void>;
}

export interface CheckStoreOptions {
  db: Database;
  redis: Redis;
  logger: Logger;
  /** Names this worker on the calls that it makes. */
  worker: string;
  /** Milliseconds from the marker until a call without an answer counts as lost. */
  callDeadlineMs: number;
  metrics: Pick<WorkerMetrics, 'countBatch'>;
  tracing: Tracing;
}

interface TracedSettlement {
  settlement: Settlement;
  traceparent: string | undefined;
}

/** Opens the batched store of one worker process. */
export function openCheckStore(options: CheckStoreOptions): CheckStore {
  const { db, metrics, tracing } = options;
  const loads = new Batcher<string, PendingCheck | undefined>({
    run: (ids) => loadPendingChecks(db, ids),
    laneOf: () => 'all',
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('load', size),
  });
  const marks = new Batcher<Dispatch & { clientId: string }, boolean>({
    run: (dispatches) =>
      markDispatched(db, dispatches, { worker: options.worker, deadlineMs: options.callDeadlineMs }),
    laneOf: ({ clientId }) => clientId,
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('mark', size),
  });
  const settlements = tracedBatcher<TracedSettlement, undefined>({
    tracing,
    name: 'settle',
    parentOf: ({ traceparent }) => traceparent,
    run: async (batch) => {
      const settled = await settleChecks(
        db,
        batch.map(({ settlement }) => settlement),
      );
      tell(options, settled);
      return batch.map(() => undefined);
    },
    laneOf: ({ settlement }) => settlement.clientId,
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('settle', size),
  });
  return {
    load: (checkId) => loads.submit(checkId),
    mark: (dispatch) => marks.submit(dispatch),
    settle: (settlement, traceparent) => settlements.submit({ settlement, traceparent }),
    drain: () => settlements.drain(),
  };
}

/** After the commit only, and without waiting: a lost message costs the waiting request a second, nothing else. */
function tell({ redis, logger }: CheckStoreOptions, settled: readonly SettledVerification[]): void {
  const ids = settled.map(({ id }) => id);
  publishSettled(redis, ids).catch((error: unknown) => {
    logger.debug({ err: error, count: ids.length }, 'settlements not published');
  });
}
