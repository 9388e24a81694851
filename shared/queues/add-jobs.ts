import type { JobsOptions, Queue } from 'bullmq';

/** A job to add, as BullMQ takes it. */
interface NewJob<Data> {
  name: string;
  data: Data;
  opts: JobsOptions;
}

/**
 * Adds jobs, in this order, with a command each, which are sent together (gatherWrites). BullMQ's `addBulk` makes a
 * pipeline of them, and ioredis gives every pipeline a copy of all sixty of BullMQ's scripts: for one job, that costs
 * more than adding it. Rejects if one of them fails; the others may have been added.
 */
export async function addJobs<Data>(queue: Queue<Data>, jobs: readonly NewJob<Data>[]): Promise<void> {
  // BullMQ takes the types of names and data from `Data`, which says nothing while it is a parameter.
  const to = queue as Queue;
  await Promise.all(jobs.map(({ name, data, opts }) => to.add(name, data, opts)));
}
