import type { Queue } from 'bullmq';
import type { WireJobs } from '../wire/queue.js';

/** Reads what a queue holds. Throws while Redis is unavailable. */
export async function readQueue(opened: { bullmq(): Promise<Queue> }): Promise<WireJobs> {
  const queue = await opened.bullmq();
  const [counts, paused, next, [oldest = next[0]]] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.isPaused(),
    queue.getPrioritized(0, 0),
    queue.getWaiting(0, 0),
  ]);
  return {
    paused,
    waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
    active: counts.active ?? 0,
    delayed: counts.delayed ?? 0,
    failed: counts.failed ?? 0,
    oldest_waiting_seconds:
      oldest === undefined ? null : Math.max(0, Math.round((Date.now() - oldest.timestamp) / 1_000)),
  };
}
