import type { Queue } from 'bullmq';

/**
 * Of the given job ids those without a live job. A dead job under the same id would swallow the next one without an
 * error, so it is removed.
 */
export async function forgetDeadJobs(
  queue: Pick<Queue, 'getJobState' | 'remove'>,
  jobIds: readonly string[],
): Promise<string[]> {
  const states = await Promise.all(jobIds.map((id) => queue.getJobState(id)));
  const dead = jobIds.filter((_id, index) =>
    ['failed', 'completed', 'unknown'].includes(states[index] ?? ''),
  );
  await Promise.all(dead.map((id) => queue.remove(id)));
  return dead;
}
