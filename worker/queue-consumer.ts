import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { REDIS_PREFIX } from '../shared/redis/connect.js';

/** Takes jobs from a queue and runs them. */
export interface QueueConsumer {
  /** Jobs in work now. */
  active(): number;
  /** Jobs begun so far. */
  begun(): number;
  /** Takes no more jobs and waits for those in work. */
  close(): Promise<void>;
}

export interface ConsumerOptions<Data> {
  queue: string;
  /** A connection that waits out any outage. */
  connection: Redis;
  /** Jobs in work at once. */
  concurrency: number;
  /** What a job says that it is about. */
  idOf(data: Partial<Data>): unknown;
  run(id: string, job: Job<Data>, token: string | undefined): Promise<void>;
  /** Hears of what goes wrong. */
  watch(worker: Worker<Data>): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Starts consuming a queue whose jobs are an id each. */
export function startConsumer<Data>(options: ConsumerOptions<Data>): QueueConsumer {
  let active = 0;
  let begun = 0;

  async function process(job: Job<Data>, token?: string): Promise<void> {
    // Anybody who can write to Redis can forge a job: an id that is none of ours is dropped here.
    const id = options.idOf(job.data ?? {});
    if (typeof id !== 'string' || !ID.test(id)) return;
    active += 1;
    begun += 1;
    try {
      await options.run(id, job, token);
    } finally {
      active -= 1;
    }
  }

  const worker = new Worker<Data>(options.queue, process, {
    connection: options.connection,
    prefix: REDIS_PREFIX,
    concurrency: options.concurrency,
    // A Redis that failed a command is asked again after this long, and not after BullMQ's 15 s.
    runRetryDelay: 1_000,
    // A worker that died gives its jobs back after this long. Renewed twice in the time, so that only a process
    // which stood still for 10 s loses one; losing it is harmless, because PostgreSQL decides what is done.
    lockDuration: 10_000,
    stalledInterval: 2_500,
    // A job that was lost in work fails instead of running again: who enqueued it knows whether it may.
    maxStalledCount: 0,
  });
  options.watch(worker);
  return { active: () => active, begun: () => begun, close: () => worker.close() };
}
