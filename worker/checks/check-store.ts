import { setImmediate as untilSent } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { Batcher } from '../../shared/batcher.js';
import type { Database } from '../../shared/db/database.js';
import { modeOf } from '../../shared/domain/mode.js';
import { findHeldUp } from '../../shared/ledger/find-held-up.js';
import type { Logger } from '../../shared/logger.js';
import { publishSettled } from '../../shared/redis/settled-channel.js';
import { countTurnarounds } from '../../shared/redis/turnaround.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { SettledVerification, Settlement } from '../../shared/settlement/settlement.js';
import { tracedBatcher } from '../../shared/tracing/traced-batcher.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { WorkerMetrics } from '../metrics.js';
import { findStarted } from './find-started.js';
import { type CallFate, loadFate } from './load-fate.js';
import { type Dispatch, type Mark, markDispatched } from './mark-dispatched.js';
import { loadPendingChecks, type PendingCheck } from './pending-check.js';
import { MAX_SETTLED_BYTES, settlementBytes } from './settlement-bytes.js';

/** Larger batches gain little and make every check wait for the slowest one. */
const MAX_BATCH = 200;

/** Batched reads and writes for the checks of this worker: one round trip or commit serves a whole batch. */
export interface CheckStore {
  load(checkId: string): Promise<PendingCheck | undefined>;
  /** Commits the dispatch marker, or says why the call must not be made. */
  mark(dispatch: Dispatch & { clientId: string }): Promise<Mark>;
  /**
   * What the database knows about a call: whether the check may be called again after it, or that no such
   * call exists.
   */
  fateOf(callId: string): Promise<CallFate>;
  /**
   * Whether this worker may still send the call, i.e. nobody has given it up since its marker was written.
   */
  isStarted(callId: string): Promise<boolean>;
  /**
   * Commits the result and notifies the waiting API processes; `traceparent` is the trace it appears in.
   * Resolves to false when the check is not, or no longer, in the database, so nothing could be written.
   */
  settle(settlement: Settlement, traceparent?: string): Promise<boolean>;
  drain(): Promise<void>;
}

export interface CheckStoreOptions {
  db: Database;
  redis: Redis;
  logger: Logger;
  /** Identifies this worker on the calls it makes. */
  worker: string;
  /** Milliseconds from the marker until a call without an answer counts as lost. */
  callDeadlineMs: number;
  /** SQL condition the server must meet before a call may be made (DurabilityDemand). */
  durable: string;
  metrics: Pick<WorkerMetrics, 'countBatch' | 'countDroppedAnswer'>;
  tracing: Tracing;
}

interface TracedSettlement {
  settlement: Settlement;
  traceparent: string | undefined;
}

/** Opens the batched check store of one worker process. */
export function openCheckStore(options: CheckStoreOptions): CheckStore {
  const { db, metrics } = options;
  const loads = new Batcher<string, PendingCheck | undefined>({
    run: (ids) => loadPendingChecks(db, ids),
    laneOf: () => 'all',
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('load', size),
  });
  const marks = new Batcher<Dispatch & { clientId: string }, Mark>({
    run: (dispatches) =>
      markDispatched(db, dispatches, {
        worker: options.worker,
        deadlineMs: options.callDeadlineMs,
        durable: options.durable,
      }),
    laneOf: ({ clientId }) => clientId,
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('mark', size),
  });
  const started = new Batcher<string, boolean>({
    run: (ids) => findStarted(db, ids),
    laneOf: () => 'all',
    maxBatch: MAX_BATCH,
    onBatch: (size) => metrics.countBatch('still_started', size),
  });
  const settlements = openSettlements(options);
  return {
    load: (checkId) => loads.submit(checkId),
    mark: (dispatch) => marks.submit(dispatch),
    fateOf: (callId) => loadFate(db, callId),
    isStarted: (callId) => started.submit(callId),
    settle: (settlement, traceparent) => settlements.submit({ settlement, traceparent }),
    drain: () => settlements.drain(),
  };
}

function openSettlements(
  options: CheckStoreOptions,
): Pick<Batcher<TracedSettlement, boolean>, 'submit' | 'drain'> {
  return tracedBatcher<TracedSettlement, boolean>({
    tracing: options.tracing,
    name: 'settle',
    parentOf: ({ traceparent }) => traceparent,
    run: (batch) => settleBatch(options, batch),
    laneOf: ({ settlement }) => settlement.clientId,
    findHeldUp: (batch) =>
      findHeldUp(
        options.db,
        batch.map(({ settlement }) => settlement.clientId),
      ),
    maxBatch: MAX_BATCH,
    bytes: { of: ({ settlement }) => settlementBytes(settlement), max: MAX_SETTLED_BYTES },
    onBatch: (size) => options.metrics.countBatch('settle', size),
  });
}

/** Resolves to whether the check of each settlement was there. */
async function settleBatch(
  options: CheckStoreOptions,
  batch: readonly TracedSettlement[],
): Promise<boolean[]> {
  const settlements = batch.map(({ settlement }) => settlement);
  const missing = new Set<string>();
  const settled = await settleChecks(options.db, settlements, {
    worker: options.worker,
    onGone: (gone) => {
      for (const { checkId } of gone) missing.add(checkId);
      reportGone(options, gone);
    },
    onPaidTwice: (calls) => reportPaidTwice(options, calls),
  });
  publish(options, settled);
  // Commands are sent at the end of a turn of the event loop (gatherWrites). Waiting for that here lets the waiting
  // requests learn of their results before the jobs are acknowledged, which takes as long as the rest of a response.
  await untilSent();
  countCompleted(options, settled);
  return settlements.map(({ checkId }) => !missing.has(checkId));
}

/** A paid answer whose check is gone cannot be stored, but must not vanish silently. */
function reportGone({ logger, metrics }: CheckStoreOptions, gone: readonly Settlement[]): void {
  for (const settlement of gone) {
    metrics.countDroppedAnswer();
    logger.error(loggedOf(settlement), 'the database has lost the check of this call');
  }
}

/**
 * Either someone wrote the call off and its answer arrived anyway, or the database lost it and another call
 * was made. Metrics count both; the log says which.
 */
function reportPaidTwice({ logger }: CheckStoreOptions, calls: readonly Settlement[]): void {
  for (const settlement of calls) {
    logger.error(
      loggedOf(settlement),
      'an answer came to a call that had been written off or lost: the check may be paid for twice',
    );
  }
}

function loggedOf({ checkId, verificationId, call }: Settlement) {
  return { check_id: checkId, verification_id: verificationId, call_id: call?.id, class: call?.state };
}

/** Runs only after the commit and is not awaited: a lost message costs the waiting request a second, nothing else. */
function publish({ redis, logger }: CheckStoreOptions, settled: readonly SettledVerification[]): void {
  const ids = settled.map(({ id }) => id);
  publishSettled(redis, ids).catch((error: unknown) => {
    logger.debug({ err: error, count: ids.length }, 'settlements not published');
  });
}

/** Not awaited either: a lost count only makes the published turnaround a little less exact. */
function countCompleted({ redis, logger }: CheckStoreOptions, settled: readonly SettledVerification[]): void {
  const completed = settled.filter(
    ({ status, clientId }) => status === 'completed' && modeOf(clientId) === 'live',
  );
  countTurnarounds(redis, completed).catch((error: unknown) => {
    logger.debug({ err: error, count: completed.length }, 'turnarounds not counted');
  });
}
