import type { Redis } from 'ioredis';
import { CHECK_QUEUE } from '../../shared/queues/check-queue.js';
import { WEBHOOK_QUEUE } from '../../shared/queues/webhook-queue.js';
import { REDIS_PREFIX } from '../../shared/redis/connect.js';
import { JOB_LOCK_MS } from '../queue-consumer.js';
import type { MendDeps } from './mend-timestamps.js';
import type { ReconcileDeps } from './reconcile.js';
import { BATCH } from './settle-and-publish.js';

/** Longer than any job is delayed: a provider may ask for five minutes. */
const MAX_DELAY_MS = 3_600_000;
/** Longer than any lock of a queue is set to last. */
const MAX_LOCK_MS = 6 * JOB_LOCK_MS;
/** BullMQ's score of a delayed job is its time in milliseconds times this, plus a counter. */
const SCORES_PER_MS = 0x1000;

/**
 * Corrects what a wrong clock has left in the queues, where it keeps jobs from being taken: by the clock of a worker a
 * job is delayed, and by Redis's own the lock of a dead worker expires. Safe to run anywhere, any number of times.
 */
export async function mendQueues(
  deps: Pick<ReconcileDeps, 'redis' | 'checkQueue'> & Pick<MendDeps, 'metrics' | 'logger'>,
): Promise<void> {
  const count = (await removeFarDelayed(deps)) + (await shortenLocks(deps.redis));
  if (count === 0) return;
  deps.metrics.countMended('jobs', count);
  deps.logger.error(
    { what: 'jobs', count },
    'timestamps in the future were corrected: a clock is or was wrong',
  );
}

/**
 * Removes jobs delayed for longer than any may be; their checks are then forgotten by the queue, and enqueued again by
 * the next pass. By two clocks, because to one that runs behind all of them are late.
 */
async function removeFarDelayed({
  redis,
  checkQueue,
}: Pick<ReconcileDeps, 'redis' | 'checkQueue'>): Promise<number> {
  const [seconds] = await redis.time();
  const latest = Math.max(Date.now(), Number(seconds) * 1_000) + MAX_DELAY_MS;
  const ids = await redis.zrangebyscore(
    keyOf(CHECK_QUEUE, 'delayed'),
    ...([latest * SCORES_PER_MS, '+inf', 'LIMIT', 0, BATCH] as const),
  );
  if (ids.length === 0) return 0;
  const queue = await checkQueue.bullmq();
  await Promise.all(ids.map((id) => queue.remove(id)));
  return ids.length;
}

/**
 * Locks that were set before Redis's clock was set back would last for as long as it was ahead: those of jobs, whose
 * worker may be dead, and the one that keeps workers from looking for dead ones all at once. A living worker renews its
 * own.
 */
async function shortenLocks(redis: Redis): Promise<number> {
  let count = 0;
  for (const queue of [CHECK_QUEUE, WEBHOOK_QUEUE]) {
    const active = await redis.lrange(keyOf(queue, 'active'), 0, -1);
    const locks = [keyOf(queue, 'stalled-check'), ...active.map((id) => keyOf(queue, `${id}:lock`))];
    const left = await Promise.all(locks.map((lock) => redis.pttl(lock)));
    const long = locks.filter((_lock, index) => (left[index] ?? 0) > MAX_LOCK_MS);
    await Promise.all(long.map((lock) => redis.pexpire(lock, JOB_LOCK_MS)));
    count += long.length;
  }
  return count;
}

function keyOf(queue: string, name: string): string {
  return `${REDIS_PREFIX}:${queue}:${name}`;
}
