import type { Redis } from 'ioredis';
import type { Database } from '../../shared/db/database.js';
import { isStoredId } from '../../shared/domain/ids.js';
import type { Logger } from '../../shared/logger.js';
import type { CheckQueue } from '../../shared/queues/check-queue.js';
import type { WorkerMetrics } from '../metrics.js';
import { PassErrors } from '../pass-errors.js';
import { examineIdleChecks } from './examine-idle-checks.js';
import { findLostCalls, type OverdueCalls } from './find-lost-calls.js';
import { mendQueues } from './mend-queues.js';
import { mendTimestamps } from './mend-timestamps.js';
import { BATCH, settleAndPublish } from './settle-and-publish.js';

export interface ReconcileDeps {
  db: Database;
  redis: Redis;
  checkQueue: CheckQueue;
  metrics: WorkerMetrics;
  logger: Logger;
  /** One object for all passes of a process. */
  overdueCalls: OverdueCalls;
  /** For how long PostgreSQL has taken writes without interruption, in milliseconds. */
  writableForMs: () => number;
  /** Set once the process is stopping: no further batch is begun. */
  stopping: () => boolean;
}

/**
 * Time that workers have to settle what they kept while PostgreSQL was away: many times what it takes, a connection
 * that still hangs included. Calls that became overdue meanwhile are given up only after it, or answers that are there
 * would go into review.
 */
export const KEPT_ANSWERS_FIRST_MS = 10_000;

/** What one pass did. */
export interface ReconcileReport {
  requeued: number;
  lostCalls: number;
  neverReached: number;
  staleJobs: number;
}

/**
 * Compares PostgreSQL with the queue and repairs the differences: requeues pending checks the queue has
 * forgotten, puts calls without an answer into review (never calls again), gives up on checks that could not
 * be sent for a day, and removes failed jobs of settled checks. Timestamps of a wrong clock are corrected,
 * in PostgreSQL first, in the queues last. Safe to run anywhere, any number of times. What cannot be done keeps
 * nothing else from it; rejects afterwards.
 */
export async function reconcile(deps: ReconcileDeps): Promise<ReconcileReport> {
  const passErrors = new PassErrors();
  await passErrors.attempt(() => mendTimestamps(deps));
  const lostCalls = await passErrors.attemptOr(() => settleLostCalls(deps, passErrors), 0);
  const { neverReached, requeued } = await passErrors.attemptOr(
    () => examineIdleChecks(deps, passErrors),
    NOT_EXAMINED,
  );
  const staleJobs = await passErrors.attemptOr(() => removeStaleJobs(deps), 0);
  await passErrors.attempt(async () => {
    if (deps.redis.status === 'ready') await mendQueues(deps);
  });
  passErrors.throwAll();
  deps.metrics.countPass();
  const report = { requeued, lostCalls, neverReached, staleJobs };
  if (Object.values(report).some((count) => count > 0)) deps.logger.info(report, 'reconciled');
  return report;
}

const NOT_EXAMINED = { neverReached: 0, requeued: 0 };

async function settleLostCalls(deps: ReconcileDeps, passErrors: PassErrors): Promise<number> {
  let total = 0;
  // The oldest come first: those that cannot be settled would be found again and again.
  const failed = new Set<string>();
  // From the first pass on: a clock that is set before any call may be given up is to be noticed as well.
  await deps.overdueCalls.areDeadlinesDoubtful(deps.db);
  while (!deps.stopping() && deps.writableForMs() >= KEPT_ANSWERS_FIRST_MS) {
    const found = await findLostCalls(deps.db, deps.overdueCalls, { except: failed });
    for (const client of await settleAndPublish(deps, 'lost_calls', found, passErrors)) failed.add(client);
    total += found.filter(({ clientId }) => !failed.has(clientId)).length;
    if (found.length < BATCH) break;
  }
  return total;
}

/** Removes failed jobs whose checks have since been settled: they tell support nothing more. */
async function removeStaleJobs({ db, redis, checkQueue }: ReconcileDeps): Promise<number> {
  if (redis.status !== 'ready') return 0;
  const queue = await checkQueue.bullmq();
  const jobs = await queue.getFailed(0, BATCH - 1);
  // Anyone who can write to Redis can forge a job with any id; those are left for support to see.
  const ids = jobs.map((job) => job.id).filter(isStoredId);
  if (ids.length === 0) return 0;
  const settled = await db.query<{ id: string }>(
    `SELECT id FROM checks WHERE id = ANY($1::uuid[]) AND status <> 'pending'`,
    [ids],
  );
  await Promise.all(settled.map(({ id }) => queue.remove(id)));
  return settled.length;
}
