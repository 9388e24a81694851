import { setTimeout as sleep } from 'node:timers/promises';
import { feedBatch } from '../../shared/batches/feed-batch.js';
import type { FedBatch } from '../../shared/batches/submit-rows.js';
import type { Database } from '../../shared/db/database.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import type { WorkerDeps } from '../start-worker.js';

/** How often a worker looks for batches while none runs. */
const IDLE_MS = 1_000;
/** How soon it looks again at one that waits for its rows to be settled. */
const BUSY_MS = 100;
/** A batch whose feeder died is taken over after so long; nothing but time is lost. */
const LEASE_SECONDS = 10;
/** Batches that one worker feeds at a time, in turns: one chunk of each. */
const AT_ONCE = 20;

type Deps = Pick<
  WorkerDeps,
  'batchDb' | 'config' | 'logger' | 'checkQueue' | 'durability' | 'acknowledgements' | 'history'
> & {
  /** Names this process and no other. */
  worker: string;
};

/**
 * Feeds batches that run, until it is stopped. One worker feeds a batch at a time, as a courtesy: two would do no harm,
 * because the key of a row makes its second submission a replay.
 */
export function startFeedingBatches(deps: Deps): { stop(): Promise<void> } {
  let stopping = false;
  const loop = repeatUntilStopped({
    run: async () => {
      while (!stopping && (await feedAll(deps, () => stopping))) await sleep(BUSY_MS);
    },
    pauseMs: IDLE_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'feeding batches failed'),
  });
  return {
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}

/** Feeds every batch that this worker may have, a step each; says whether there was one. */
async function feedAll(deps: Deps, stopping: () => boolean): Promise<boolean> {
  const batches = await lease(deps.batchDb.scoped('worker'), deps.worker);
  for (const batch of batches) {
    if (stopping()) break;
    // One batch that fails keeps no other from going on.
    await feedOne(batch, deps).catch((error: unknown) => {
      deps.logger.warn({ err: error, batch: batch.id }, 'a batch could not be processed; it will be retried');
    });
  }
  return batches.length > 0;
}

type LeasedBatch = FedBatch & { live_client_id: string | null };

async function feedOne(batch: LeasedBatch, deps: Deps): Promise<void> {
  const { batchDb, config, durability, ...others } = deps;
  // Who started a batch of test mode is a person of the live side.
  const scope = { clients: [batch.client_id, batch.live_client_id ?? batch.client_id] };
  await feedBatch(batchDb.scoped(scope), batch, {
    ...others,
    keys: config,
    durable: durability.demand.condition,
  });
}

/** Takes batches whose feeder is this worker, is silent, or never was; those that were looked at longest ago first. */
function lease(db: Database, worker: string): Promise<LeasedBatch[]> {
  return db.statement<LeasedBatch>(
    `UPDATE batches SET leased_by = $1, leased_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE id IN (
       SELECT id FROM batches WHERE status = 'running' AND data_key IS NOT NULL
         AND (leased_by = $1 OR leased_until IS NULL OR leased_until < now())
       ORDER BY leased_until NULLS FIRST, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
     )
     RETURNING id, client_id, data_key, charges, biometric_consent, skip_duplicates, submitted_by, channel,
       correlation_id, (SELECT live_client_id FROM clients WHERE id = batches.client_id) AS live_client_id`,
    [worker],
  );
}
