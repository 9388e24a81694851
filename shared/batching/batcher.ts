import { setImmediate as allRead } from 'node:timers/promises';
import { isUnavailable } from '../db/sqlstate.js';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Item, Result> {
  /** Processes several items at once, all or nothing, and returns the results in order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Items of one lane keep their order; lanes take turns, so that one client's flood does not starve another. */
  laneOf(item: Item): string;
  maxBatch: number;
  /** Called with the size of every batch that starts. */
  onBatch?(size: number): void;
}

/**
 * Group commit: items that arrive while a batch is running form the next batch. There is no timer, so a lone item waits
 * for nothing. If a batch fails because of one of its items, each is tried alone, so that only the bad one fails; if
 * the database is unavailable, all of them fail.
 */
export class Batcher<Item, Result> {
  readonly #lanes = new Map<string, Waiting<Item, Result>[]>();
  #running = false;
  #idle: (() => void)[] = [];

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  /** Resolves with the item's own result once its batch is done. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const lane = this.options.laneOf(item);
      const queue = this.#lanes.get(lane);
      const waiting = { item, resolve, reject };
      if (queue === undefined) this.#lanes.set(lane, [waiting]);
      else queue.push(waiting);
      if (!this.#running) void this.#work();
    });
  }

  /** Resolves when nothing is waiting or running. */
  async drain(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #work(): Promise<void> {
    this.#running = true;
    while (this.#lanes.size > 0) {
      // Only after reading everything that has arrived on other connections meanwhile; otherwise, under load, every
      // other batch would hold just the item that came first. It costs a lone item microseconds, because there is
      // nothing else to do then.
      await allRead();
      const batch = this.#take();
      this.options.onBatch?.(batch.length);
      await this.#runBatch(batch);
    }
    this.#running = false;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Takes one item of each lane in turn until the batch is full or the lanes are empty. */
  #take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    while (this.#lanes.size > 0 && batch.length < this.options.maxBatch) {
      for (const [lane, queue] of [...this.#lanes]) {
        if (batch.length === this.options.maxBatch) break;
        const next = queue.shift();
        if (next !== undefined) batch.push(next);
        this.#lanes.delete(lane);
        // Moved to the end, so that the next batch starts with the lane that has waited longest.
        if (queue.length > 0) this.#lanes.set(lane, queue);
      }
    }
    return batch;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('Bug: a batch must answer every item');
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && !isUnavailable(error)) {
        for (const waiting of batch) await this.#runBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
