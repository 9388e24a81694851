import type { Queue } from 'bullmq';

/** Ids read from the queue's lists at once, from the end where the oldest stand: these are asked for first. */
const PAGE = 5_000;

/**
 * Of the given job ids those without a live job. A dead job under the same id would swallow the next one without an
 * error, so it is removed.
 */
export async function forgetDeadJobs(
  queue: Pick<Queue, 'getRanges' | 'getJobState' | 'remove'>,
  jobIds: readonly string[],
): Promise<string[]> {
  const doubtful = await findUnlisted(queue, jobIds);
  const states = await Promise.all(doubtful.map((id) => queue.getJobState(id)));
  const dead = doubtful.filter((_id, index) =>
    ['failed', 'completed', 'unknown'].includes(states[index] ?? ''),
  );
  await Promise.all(dead.map((id) => queue.remove(id)));
  return dead;
}

/**
 * Leaves out the ids that wait or are in work. To tell the state of one job Redis searches these lists from one end to
 * the other, so that in a long queue every job asked for would cost as much as all of them together do here.
 */
async function findUnlisted(queue: Pick<Queue, 'getRanges'>, jobIds: readonly string[]): Promise<string[]> {
  const sought = new Set(jobIds);
  for (let start = 0; sought.size > 0; start += PAGE) {
    const listed = await queue.getRanges(['active', 'wait', 'prioritized'], start, start + PAGE - 1, true);
    if (listed.length === 0) break;
    for (const id of listed) sought.delete(id);
  }
  return [...sought];
}
