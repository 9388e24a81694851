import { setTimeout as sleep } from 'node:timers/promises';
import { feedBatch } from '../../shared/batches/feed-batch.js';
import type { FedBatch } from '../../shared/batches/submit-rows.js';
import type { Database } from '../../shared/db/database.js';
import { isLockTimeout } from '../../shared/db/sqlstate.js';
import { DEAD_AFTER_SECONDS } from '../../shared/db/worker-life.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import type { WorkerDeps } from '../start-worker.js';

/** How often a worker looks for batches while none is running. */
const IDLE_MS = 1_000;
/** How soon it looks again at a batch waiting for its rows to settle. */
const BUSY_MS = 100;
/** A batch that failed is tried again after this long, or it would fill the log. */
const RETRY_MS = 1_000;
/** One whose client's wallet somebody has locked, since the others wait for as long as it waits for that. */
const RETRY_HELD_UP_MS = 30_000;
/** A batch whose feeder died is taken over after this long; only time is lost. */
const LEASE_SECONDS = 10;
/** Most batches one worker feeds at a time, in turns of one chunk each. */
const AT_ONCE = 20;
/**
 * The part of the calls that all workers can make at once which running batches share: however slow the answers to theirs
 * are, single requests find the rest free.
 */
const PART_OF_BATCHES = 1 / 2;

type Deps = Pick<
  WorkerDeps,
  'batchDb' | 'logger' | 'checkQueue' | 'durability' | 'acknowledgements' | 'history'
> & {
  config: Pick<WorkerDeps['config'], 'concurrency' | 'encryptionKeys' | 'indexKey'>;
  /** Identifies this process and no other. */
  worker: string;
};

/**
 * Feeds running batches until stopped. One worker feeds a batch at a time, but only for efficiency: two would do no
 * harm, because a row's idempotency key turns its second submission into a replay.
 */
export function startFeedingBatches(deps: Deps): { stop(): Promise<void> } {
  const failed: FailedBatches = new Map();
  return repeatUntilStopped({
    run: async (stopping) => {
      while (!stopping() && (await feedAll(deps, failed, stopping))) await sleep(BUSY_MS);
    },
    pauseMs: IDLE_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'feeding batches failed'),
  });
}

/** When batches that failed are tried again, by id and on the clock of `performance`. */
type FailedBatches = Map<string, number>;

/** Feeds every batch this worker can lease, one step each; says whether there was any that did not fail. */
async function feedAll(deps: Deps, failed: FailedBatches, stopping: () => boolean): Promise<boolean> {
  const db = deps.batchDb.scoped('worker');
  const batches = await lease(db, deps.worker);
  const most = batches.length === 0 ? 0 : await shareOfBatch(db, deps.config.concurrency);
  const leased = new Set(batches.map(({ id }) => id));
  for (const id of failed.keys()) if (!leased.has(id)) failed.delete(id);
  for (const batch of batches) {
    if (stopping()) break;
    if ((failed.get(batch.id) ?? 0) > performance.now()) continue;
    failed.delete(batch.id);
    // One failing batch does not stop the others.
    await feedOne(batch, most, deps).catch((error: unknown) => {
      const heldUp = isLockTimeout(error);
      const until = performance.now() + (heldUp ? RETRY_HELD_UP_MS : RETRY_MS);
      failed.set(batch.id, until);
      // The client's other batches would wait for the same wallet.
      if (heldUp)
        for (const { id, client_id } of batches) if (client_id === batch.client_id) failed.set(id, until);
      deps.logger.warn({ err: error, batch: batch.id }, 'a batch could not be processed; it will be retried');
    });
  }
  return batches.length > failed.size;
}

/** How many checks of one batch may be pending at once, if every worker makes `concurrency` calls at once. */
async function shareOfBatch(db: Database, concurrency: number): Promise<number> {
  const [count] = await db.query<{ workers: number; batches: number }>(
    `SELECT (SELECT count(*)::int FROM workers
             WHERE ended_at IS NULL AND beat_at > now() - interval '${DEAD_AFTER_SECONDS} seconds') AS workers,
       (SELECT count(*)::int FROM batches WHERE status = 'running') AS batches`,
  );
  const { workers = 1, batches = 1 } = count ?? {};
  const calls = Math.max(workers, 1) * concurrency * PART_OF_BATCHES;
  return Math.max(1, Math.floor(calls / Math.max(batches, 1)));
}

type LeasedBatch = FedBatch & { live_client_id: string | null };

async function feedOne(batch: LeasedBatch, most: number, deps: Deps): Promise<void> {
  const { batchDb, config, durability, ...others } = deps;
  // The person who started a test-mode batch belongs to the live client.
  const scope = { clients: [batch.client_id, batch.live_client_id ?? batch.client_id] };
  await feedBatch(batchDb.scoped(scope), batch, most, {
    ...others,
    keys: config,
    durable: durability.demand.condition,
  });
}

/**
 * Leases batches that are this worker's, or whose feeder is silent or never existed, least recently fed first. No lease
 * lasts as long as one that a wrong clock has put in the future, and its feeder may be gone.
 */
function lease(db: Database, worker: string): Promise<LeasedBatch[]> {
  return db.statement<LeasedBatch>(
    `UPDATE batches SET leased_by = $1, leased_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE id IN (
       SELECT id FROM batches WHERE status = 'running' AND data_key IS NOT NULL
         AND (leased_by = $1 OR leased_until IS NULL
           OR leased_until NOT BETWEEN now() AND now() + interval '${LEASE_SECONDS} seconds')
       ORDER BY leased_until NULLS FIRST, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
     )
     RETURNING id, client_id, data_key, charges, biometric_consent, skip_duplicates, submitted_by, channel,
       correlation_id, (SELECT live_client_id FROM clients WHERE id = batches.client_id) AS live_client_id`,
    [worker],
  );
}
