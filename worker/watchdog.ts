import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Logger } from '../shared/logger.js';
import type { QueueConsumer } from './queue-consumer.js';

const LOOK_EVERY_MS = 5_000;
/** Jobs waiting this long in front of an idle worker mean that it no longer receives any. */
const UNRESPONSIVE_AFTER_MS = 30_000;
/** How many new consumers are tried before the process ends and its supervisor starts another. */
const MAX_RESTARTS = 3;
const IDLE_POLL_MS = 50;

export interface WatchdogOptions {
  /** Throws while Redis is unavailable. */
  queue: { bullmq(): Promise<Pick<Queue, 'getJobCountByTypes' | 'isPaused'>> };
  concurrency: number;
  /** Starts a new consumer; the old one is closing by then. */
  start(): QueueConsumer;
  giveUp(): void;
  logger: Logger;
  /** Milliseconds; both are shorter in tests. */
  lookEveryMs?: number;
  unresponsiveAfterMs?: number;
}

/**
 * Keeps a consumer running that really consumes: BullMQ workers have stopped receiving jobs after Redis outages
 * (taskforcesh/bullmq#4585 and others) without any error to react to.
 */
export class Watchdog {
  #consumer: QueueConsumer;
  #replaced: QueueConsumer[] = [];
  #begun = 0;
  #quietSince = performance.now();
  #lookedAt = performance.now();
  #restarts = 0;
  #looking: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly options: WatchdogOptions) {
    this.#consumer = options.start();
    this.#timer = setInterval(() => {
      this.#looking = this.#look();
    }, options.lookEveryMs ?? LOOK_EVERY_MS);
  }

  /** Jobs running now. */
  active(): number {
    return [this.#consumer, ...this.#replaced].reduce((total, consumer) => total + consumer.active(), 0);
  }

  /** Stops watching and consuming; waits for the running jobs. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A failed look has been reported already; the running jobs still have to be waited for.
    await this.#looking.catch(() => undefined);
    await this.#consumer.close();
    while (this.active() > 0) await sleep(IDLE_POLL_MS);
  }

  async #look(): Promise<void> {
    const { options } = this;
    if (this.#consumer.begun() !== this.#begun) this.#noteBegun();
    const sinceLookMs = performance.now() - this.#lookedAt;
    this.#lookedAt = performance.now();
    if (!this.#consumer.mayTake()) {
      // It is not stuck meanwhile, and others may take what waits.
      this.#quietSince += sinceLookMs;
      return;
    }
    const quietMs = performance.now() - this.#quietSince;
    if (quietMs < (options.unresponsiveAfterMs ?? UNRESPONSIVE_AFTER_MS)) return;
    if (this.#consumer.active() >= options.concurrency) return;
    const waiting = await countWaiting(options.queue).catch(() => 0);
    if (waiting > 0) this.#replace(waiting);
  }

  #noteBegun(): void {
    this.#begun = this.#consumer.begun();
    this.#quietSince = performance.now();
    this.#restarts = 0;
  }

  #replace(waiting: number): void {
    this.#restarts += 1;
    this.options.logger.error(
      { waiting, restarts: this.#restarts },
      'worker receives no jobs from its queue',
    );
    if (this.#restarts > MAX_RESTARTS) {
      clearInterval(this.#timer);
      this.options.giveUp();
      return;
    }
    // Running calls continue and settle by themselves; waiting for them could mean waiting on a dead connection.
    this.#consumer.close().catch(() => undefined);
    // Those of earlier replacements have had time to begin whatever they had fetched.
    this.#replaced = [...this.#replaced.filter((earlier) => earlier.active() > 0), this.#consumer];
    this.#consumer = this.options.start();
    this.#begun = 0;
    this.#quietSince = performance.now();
  }
}

async function countWaiting(watched: WatchdogOptions['queue']): Promise<number> {
  const queue = await watched.bullmq();
  // A paused queue withholds its jobs from everyone, so no worker is stuck for not getting them.
  return (await queue.isPaused()) ? 0 : queue.getJobCountByTypes('waiting', 'prioritized');
}
