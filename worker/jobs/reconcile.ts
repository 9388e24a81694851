import type { Redis } from 'ioredis';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { POSSIBLE_CALL } from '../../shared/db/possible-call.js';
import type { Logger } from '../../shared/logger.js';
import type { CheckQueue, WaitingCheck } from '../../shared/queues/check-queue.js';
import { forgetDeadJobs } from '../../shared/queues/forget-dead-jobs.js';
import { publishSettled } from '../../shared/redis/settled-channel.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import type { WorkerMetrics } from '../metrics.js';
import { mendStamps } from './mend-stamps.js';

export interface ReconcileDeps {
  db: Database;
  redis: Redis;
  checkQueue: CheckQueue;
  metrics: WorkerMetrics;
  logger: Logger;
}

/** A check is looked for in the queue when it has been pending this long since it was last enqueued or seen there. */
const UNHEARD_AFTER_SECONDS = 5;
/** How long a check that certainly was not sent is tried again before a person looks at it (architecture 4). */
const GIVE_UP_AFTER_HOURS = 24;
/** Rows per transaction: small enough that nobody waits for the locks. */
const BATCH = 500;

/** What one pass did. */
export interface ReconcileReport {
  requeued: number;
  lostCalls: number;
  neverReached: number;
  staleJobs: number;
}

/**
 * Compares PostgreSQL with what the queue knows, and mends the difference: enqueues pending checks that the queue
 * has forgotten, puts calls without an answer into review (never a new call), gives up on checks that could not be
 * sent for a day, and removes failed jobs of settled checks. What a wrong clock has stamped is mended first. Safe to run
 * anywhere, any number of times.
 */
export async function reconcile(deps: ReconcileDeps): Promise<ReconcileReport> {
  await mendStamps(deps);
  const lostCalls = await settleAll(deps, 'lost_calls', findLostCalls);
  const neverReached = await settleAll(deps, 'never_reached', findNeverReached);
  const queueThere = deps.redis.status === 'ready';
  const requeued = queueThere ? await requeueForgotten(deps) : 0;
  const staleJobs = queueThere ? await removeStaleJobs(deps) : 0;
  deps.metrics.countPass();
  const report = { requeued, lostCalls, neverReached, staleJobs };
  if (Object.values(report).some((count) => count > 0)) deps.logger.info(report, 'reconciled');
  return report;
}

type Find = (sql: Sql) => Promise<Settlement[]>;

async function settleAll(
  deps: ReconcileDeps,
  what: 'lost_calls' | 'never_reached',
  find: Find,
): Promise<number> {
  let total = 0;
  for (;;) {
    const found = await find(deps.db);
    if (found.length === 0) return total;
    const settled = await settleChecks(deps.db, found);
    // Batch by batch: what was done counts also when a later one fails.
    deps.metrics.countReconciled(what, found.length);
    total += found.length;
    await publishSettled(
      deps.redis,
      settled.map(({ id }) => id),
    ).catch(() => undefined);
    if (found.length < BATCH) return total;
  }
}

interface Found {
  check_id: string;
  verification_id: string;
  client_id: string;
  call_id: string | null;
}

/**
 * Calls past their deadline by both clocks: the worker died, or lost the database, between the marker and the
 * settlement.
 */
export async function findLostCalls(sql: Sql, now = new Date()): Promise<Settlement[]> {
  const rows = await sql.query<Found>(
    `SELECT c.id AS check_id, c.verification_id, c.client_id, p.id AS call_id
     FROM provider_calls p JOIN checks c ON c.id = p.check_id
     WHERE p.state = 'started' AND p.deadline_at < ${bothClocksReached('$1')}
     ORDER BY p.deadline_at LIMIT ${BATCH}`,
    [now],
  );
  return rows.map((row) => ({
    ...placeOf(row),
    call: {
      id: row.call_id ?? '',
      state: 'uncertain',
      httpStatus: null,
      reason: 'lost',
      answerSealed: null,
    },
    result: { status: 'manual_review', reviewReason: 'no_answer' },
  }));
}

/**
 * Checks that could not be sent for a day, and certainly were not. Those that the provider answers with a refusal for
 * now, of our key or for our rate, stay pending: it is there, and takes them when that is mended (architecture 4).
 */
export async function findNeverReached(sql: Sql, now = new Date()): Promise<Settlement[]> {
  const rows = await sql.query<Found>(
    `SELECT c.id AS check_id, c.verification_id, c.client_id, NULL AS call_id FROM checks c
     WHERE c.status = 'pending'
       AND coalesce(c.requeued_at, c.created_at) < ${bothClocksReached('$1')} - interval '${GIVE_UP_AFTER_HOURS} hours'
       AND NOT EXISTS (SELECT 1 FROM provider_calls p
                       WHERE p.check_id = c.id AND p.${POSSIBLE_CALL})
       AND (SELECT p.state FROM provider_calls p WHERE p.check_id = c.id
            ORDER BY p.started_at DESC, p.id DESC LIMIT 1) IS DISTINCT FROM 'refused_for_now'
     ORDER BY c.rung_at LIMIT ${BATCH}`,
    [now],
  );
  return rows.map((row) => ({
    ...placeOf(row),
    call: null,
    result: { status: 'manual_review', reviewReason: 'not_reached' },
  }));
}

function placeOf(row: Found): Pick<Settlement, 'clientId' | 'verificationId' | 'checkId'> {
  return { clientId: row.client_id, verificationId: row.verification_id, checkId: row.check_id };
}

/**
 * Takes pending checks that nobody has heard of for a while, oldest first, and enqueues those that the queue does
 * not hold. Goes on at once while whole batches turn out to be forgotten, as after the loss of Redis; a long queue
 * that is merely being worked off costs one batch per pass.
 */
async function requeueForgotten(deps: ReconcileDeps): Promise<number> {
  let total = 0;
  for (;;) {
    const unheard = await claimUnheard(deps.db);
    if (unheard.length === 0) return total;
    const ids = unheard.map(({ checkId }) => checkId);
    const gone = new Set(await forgetDeadJobs(await deps.checkQueue.bullmq(), ids));
    const forgotten = unheard.filter(({ checkId }) => gone.has(checkId));
    if (forgotten.length > 0) await deps.checkQueue.enqueue(forgotten);
    deps.metrics.countReconciled('rung', forgotten.length);
    total += forgotten.length;
    if (forgotten.length < BATCH) return total;
  }
}

/** Stamps the checks as looked at, so that the next batch holds others and no other reconciler takes the same. */
export function claimUnheard(db: Pick<Database, 'transaction'>): Promise<WaitingCheck[]> {
  return db.transaction(async (sql) => {
    const [lock] = await sql.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
      ADVISORY_LOCKS.reconcile,
    ]);
    if (lock?.taken !== true) return [];
    return sql.query<WaitingCheck>(
      `UPDATE checks SET rung_at = now() WHERE id IN (
         SELECT c.id FROM checks c
         WHERE c.status = 'pending' AND c.rung_at < now() - interval '${UNHEARD_AFTER_SECONDS} seconds'
           AND NOT EXISTS (SELECT 1 FROM provider_calls p
                           WHERE p.check_id = c.id AND p.${POSSIBLE_CALL})
         ORDER BY c.rung_at LIMIT ${BATCH} FOR UPDATE OF c SKIP LOCKED
       ) RETURNING id AS "checkId", client_id AS "clientId"`,
    );
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Failed jobs whose checks were settled since have nothing left to tell support. */
async function removeStaleJobs({ db, checkQueue }: ReconcileDeps): Promise<number> {
  const queue = await checkQueue.bullmq();
  const jobs = await queue.getFailed(0, BATCH - 1);
  // Whoever can write to Redis can forge a job with any id; those are left for support to see.
  const ids = jobs.map((job) => job.id ?? '').filter((id) => UUID.test(id));
  if (ids.length === 0) return 0;
  const settled = await db.query<{ id: string }>(
    `SELECT id FROM checks WHERE id = ANY($1::uuid[]) AND status <> 'pending'`,
    [ids],
  );
  await Promise.all(settled.map(({ id }) => queue.remove(id)));
  return settled.length;
}
