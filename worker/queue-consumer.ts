import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { describeNetwork } from '../shared/describe-network.js';
import { isStoredId } from '../shared/domain/ids.js';
import type { Logger } from '../shared/logger.js';
import { REDIS_PREFIX } from '../shared/redis/connect.js';
import { describeRefusal } from '../shared/redis/describe-outage.js';
import { withinTime } from '../shared/within-time.js';
import { RestingWorker } from './resting-worker.js';

/** Takes jobs from a queue and runs them. */
export interface QueueConsumer {
  /** Jobs running now. */
  active(): number;
  /** Jobs started so far. */
  begun(): number;
  /** Whether it takes jobs at all now (`mayTake`). */
  mayTake(): boolean;
  /** Takes no more jobs and waits for the running ones, but hardly longer for a Redis that is away. */
  close(): Promise<void>;
}

export interface ConsumerOptions<Data> {
  queue: string;
  /** A connection that waits out any outage. */
  connection: Redis;
  /** Most jobs to run at once. */
  concurrency: number;
  /** The id a job carries. */
  idOf(data: Partial<Data>): unknown;
  run(id: string, job: Job<Data>, token: string | undefined): Promise<void>;
  /**
   * Whether jobs that are taken now can be run, by default always. A consumer that can only put them back would keep
   * all others from them, because it is free again at once.
   */
  mayTake?: () => boolean;
  /** Called with each BullMQ worker, to watch for failed jobs: one that cannot begin is replaced. */
  watch(worker: Worker<Data>): void;
  logger: Logger;
}

/**
 * How long closing may wait for Redis to record the last jobs. BullMQ would wait until an unavailable Redis is back,
 * and use up the time of a stopping process; what Redis does not record, PostgreSQL knows.
 */
const CLOSE_WITHIN_MS = 2_000;
const IDLE_POLL_MS = 50;

/**
 * A dead worker's jobs become available again after this long. Renewed twice in that time, so that only a process that
 * stalls for 10 s loses one; losing it is harmless, because PostgreSQL decides what is done.
 */
export const JOB_LOCK_MS = 10_000;

/** Such as `Missing lock for job …`, after FLUSHALL or a stall: it comes once per job, and others may be taken. */
const ABOUT_ONE_JOB = /\bjob\b/i;

/** Starts consuming a queue whose jobs each carry one id. */
export function startConsumer<Data>(options: ConsumerOptions<Data>): QueueConsumer {
  const { mayTake = () => true } = options;
  let active = 0;
  let begun = 0;

  async function process(job: Job<Data>, token?: string): Promise<void> {
    // Anyone who can write to Redis can forge a job: ids that are not ours are dropped here.
    const id = options.idOf(job.data ?? {});
    if (!isStoredId(id)) return;
    if (!mayTake()) worker.rest();
    active += 1;
    begun += 1;
    try {
      await options.run(id, job, token);
    } finally {
      active -= 1;
    }
  }

  function create(): Worker<Data> {
    const worker = new Worker<Data>(options.queue, process, {
      connection: options.connection,
      prefix: REDIS_PREFIX,
      concurrency: options.concurrency,
      // Retry a Redis that failed a command after this long instead of BullMQ's 15 s.
      runRetryDelay: 1_000,
      lockDuration: JOB_LOCK_MS,
      stalledInterval: 2_500,
      // A job lost while running fails instead of running again: whoever enqueued it knows whether it may.
      maxStalledCount: 0,
    });
    options.watch(worker);
    return worker;
  }

  function report(error: Error): boolean {
    const lost = isConnectionLost(error);
    // Outages are reported once for all connections, by their own log, and not at each attempt.
    const level = lost || describeRefusal(error) !== undefined ? 'debug' : 'warn';
    options.logger[level]({ err: error, queue: options.queue }, 'queue connection');
    // BullMQ itself waits for a connection.
    return !lost && !ABOUT_ONE_JOB.test(error.message);
  }

  const worker = new RestingWorker<Data>({ create, report, mayTake });

  async function close(): Promise<void> {
    // Caught at once: a failure while the last jobs run would otherwise be one that nobody caught.
    const closed = worker.close().catch(() => undefined);
    while (active > 0) await sleep(IDLE_POLL_MS);
    await withinTime(closed, CLOSE_WITHIN_MS).catch(() => undefined);
  }
  return { active: () => active, begun: () => begun, mayTake, close };
}

function isConnectionLost({ code }: Error & { code?: unknown }): boolean {
  return typeof code === 'string' && describeNetwork(code) !== undefined;
}
