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
 * The part of the calls that all workers can make at once which the clients with running batches share: however slow
 * the answers to theirs are, single requests find the rest free.
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

/**
 * When what failed is tried again, on the clock of `performance`: by the id of a batch, or of a client whose wallet
 * somebody has locked, because all its batches would wait for that.
 */
type FailedBatches = Map<string, number>;

/** Feeds every batch this worker can lease, one step each; says whether there was any that did not fail. */
async function feedAll(deps: Deps, failed: FailedBatches, stopping: () => boolean): Promise<boolean> {
  const db = deps.batchDb.scoped('worker');
  const batches = await lease(db, deps.worker);
  const shareOf = batches.length === 0 ? () => 0 : await shareOfBatch(db, deps.config.concurrency);
  for (const [id, until] of failed) if (until <= performance.now()) failed.delete(id);
  const isLetBe = ({ id, client_id }: LeasedBatch) => failed.has(id) || failed.has(client_id);
  for (const batch of batches) {
    if (stopping()) break;
    if (isLetBe(batch)) continue;
    // One failing batch does not stop the others.
    await feedOne(batch, shareOf(batch), deps).catch((error: unknown) => {
      const heldUp = isLockTimeout(error);
      if (heldUp) failed.set(batch.client_id, performance.now() + RETRY_HELD_UP_MS);
      else failed.set(batch.id, performance.now() + RETRY_MS);
      deps.logger.warn({ err: error, batch: batch.id }, 'a batch could not be processed; it will be retried');
    });
  }
  return batches.some((batch) => !isLetBe(batch));
}

/**
 * How many checks of a batch may be pending at once, if every worker makes `concurrency` calls at once. Clients have
 * equal parts, and share theirs among their batches, of which each has at least one: only somebody with more batches
 * than calls in their part gets more of them that way.
 */
async function shareOfBatch(
  db: Database,
  concurrency: number,
): Promise<(batch: Pick<LeasedBatch, 'owner_id'>) => number> {
  const [count] = await db.query<{ workers: number; batches: Readonly<Record<string, number>> | null }>(
    `SELECT (SELECT count(*)::int FROM workers
             WHERE ended_at IS NULL AND beat_at > now() - interval '${DEAD_AFTER_SECONDS} seconds') AS workers,
       (SELECT json_object_agg(owner_id, batches) FROM (
          SELECT ${OWNER} AS owner_id, count(*)::int AS batches
          FROM batches b JOIN clients c ON c.id = b.client_id
          WHERE b.status = 'running' GROUP BY 1) AS owners) AS batches`,
  );
  const workers = Math.max(count?.workers ?? 1, 1);
  const batches = count?.batches ?? {};
  const clients = Math.max(Object.keys(batches).length, 1);
  const calls = (workers * concurrency * PART_OF_BATCHES) / clients;
  return ({ owner_id: owner }) => Math.max(1, Math.floor(calls / (batches[owner] ?? 1)));
}

interface LeasedBatch extends FedBatch {
  /** The live client, also for a batch of test mode. */
  owner_id: string;
}

/** The live side of the client `c`, which has its turns and its part for both modes together. */
const OWNER = 'coalesce(c.live_client_id, c.id)';

async function feedOne(batch: LeasedBatch, most: number, deps: Deps): Promise<void> {
  const { batchDb, config, durability, ...others } = deps;
  // The person who started a test-mode batch belongs to the live client.
  const scope = { clients: [batch.client_id, batch.owner_id] };
  await feedBatch(batchDb.scoped(scope), batch, most, {
    ...others,
    keys: config,
    durable: durability.demand.condition,
  });
}

/** Of the batches `b`. */
const IS_FREE = `b.status = 'running' AND b.data_key IS NOT NULL
  AND (b.leased_by = $1 OR b.leased_until IS NULL
    OR b.leased_until NOT BETWEEN now() AND now() + interval '${LEASE_SECONDS} seconds')`;

/**
 * Leases batches that are this worker's, or whose feeder is silent or never existed: the first of each client before
 * the second of any, starting with the client who was fed least recently. No lease lasts as long as one that a wrong
 * clock has put in the future, and its feeder may be gone.
 */
function lease(db: Database, worker: string): Promise<LeasedBatch[]> {
  return db.statement<LeasedBatch>(
    `UPDATE batches SET leased_by = $1, leased_until = now() + interval '${LEASE_SECONDS} seconds'
     WHERE id IN (
       SELECT b.id FROM batches b WHERE ${IS_FREE} AND b.id IN (
         SELECT id FROM (
           SELECT b.id, row_number() OVER (PARTITION BY ${OWNER} ORDER BY b.leased_until NULLS FIRST, b.id) AS turn,
             max(b.leased_until) OVER (PARTITION BY ${OWNER}) AS fed
           FROM batches b JOIN clients c ON c.id = b.client_id WHERE ${IS_FREE}
         ) AS turns ORDER BY turn, fed NULLS FIRST, id LIMIT ${AT_ONCE}
       ) FOR UPDATE SKIP LOCKED
     )
     RETURNING id, client_id, data_key, charges, biometric_consent, skip_duplicates, submitted_by, channel,
       correlation_id, (SELECT ${OWNER} FROM clients c WHERE c.id = batches.client_id) AS owner_id`,
    [worker],
  );
}
