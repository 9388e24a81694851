import type { Redis } from 'ioredis';
import type { WireReconcilerRun } from '../wire/queue.js';
import { REDIS_PREFIX } from './connect.js';

const LAST_RUN_KEY = `${REDIS_PREFIX}:reconciler:last-run`;
const LAST_REPAIR_KEY = `${REDIS_PREFIX}:reconciler:last-repair`;

/** Long enough to see that it stopped a while ago, short enough that nobody mistakes an old pass for a current one. */
const RUN_KEPT_SECONDS = 3_600;
/** A week, as long as the queue keeps its failed jobs. */
const REPAIR_KEPT_SECONDS = 7 * 24 * 3_600;

/** A run as stored: the release before calls `requeued` `rung`, and must be able to read it after a roll-back. */
type StoredRun = WireReconcilerRun & { rung: number };

/** Publishes the result of a reconciler pass for operators. Throws while Redis is unavailable. */
export async function publishReconcilerRun(redis: Redis, run: WireReconcilerRun): Promise<void> {
  const json = JSON.stringify({ ...run, rung: run.requeued } satisfies StoredRun);
  await redis.set(LAST_RUN_KEY, json, 'EX', RUN_KEPT_SECONDS);
  const repaired = run.requeued + run.lost_calls + run.never_reached + run.stale_jobs > 0;
  if (repaired) await redis.set(LAST_REPAIR_KEY, json, 'EX', REPAIR_KEPT_SECONDS);
}

/** Reads the last pass of any worker, and the last one that repaired something. Throws while Redis is unavailable. */
export async function readReconcilerRuns(
  redis: Redis,
): Promise<{ last_run: WireReconcilerRun | null; last_repair: WireReconcilerRun | null }> {
  const [run, repair] = await redis.mget(LAST_RUN_KEY, LAST_REPAIR_KEY);
  return { last_run: parse(run), last_repair: parse(repair) };
}

function parse(json: string | null | undefined): WireReconcilerRun | null {
  if (typeof json !== 'string') return null;
  // Read under the older name, which is there whichever release published it: a repair is kept for a week.
  const { rung, ...run } = JSON.parse(json) as StoredRun;
  return { ...run, requeued: rung };
}
