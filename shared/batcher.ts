import { setImmediate as allRead } from 'node:timers/promises';
import { isLockTimeout, isUnavailable } from './db/sqlstate.js';

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
  /** Where items differ much in size: a batch takes no more of them once it has `max` bytes. */
  bytes?: { of(item: Item): number; max: number };
  /** Called with the size of every batch that starts. */
  onBatch?(size: number): void;
  /** Finds the lanes of these items that somebody else's lock holds up; asked when a batch gave up waiting for one. */
  findHeldUp?(items: readonly Item[]): Promise<ReadonlySet<string>>;
  /**
   * Most lanes that are held up and wait for their lock beside the others, each on a connection; the items of any more
   * fail. By default two: if a whole table is locked, most fail instead.
   */
  maxHeldUpLanes?: number;
}

const NONE: ReadonlySet<string> = new Set();
const MAX_HELD_UP_LANES = 2;

/**
 * Group commit: items that arrive while a batch is running form the next batch. There is no timer, so a lone item waits
 * for nothing. If a batch fails because of one of its items, each is tried alone, so that only the bad one fails; if
 * the database is unavailable, all of them fail. A lane that somebody else's lock holds up has batches of its own,
 * beside those of the others, until one of them gets the lock.
 */
export class Batcher<Item, Result> {
  readonly #lanes = new Map<string, Waiting<Item, Result>[]>();
  /** The lanes that are held up. */
  readonly #apart = new Map<string, Batcher<Item, Result>>();
  #running = false;
  #idle: (() => void)[] = [];

  constructor(private readonly options: BatcherOptions<Item, Result>) {}

  /** Resolves with the item's own result once its batch is done. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const lane = this.options.laneOf(item);
      (this.#apart.get(lane) ?? this).#enqueue(lane, [{ item, resolve, reject }]);
    });
  }

  /** Resolves when nothing is waiting or running. */
  async drain(): Promise<void> {
    if (this.#running) await new Promise<void>((resolve) => this.#idle.push(resolve));
    await Promise.all([...this.#apart.values()].map((own) => own.drain()));
  }

  #enqueue(lane: string, waiting: readonly Waiting<Item, Result>[]): void {
    const queue = this.#lanes.get(lane);
    if (queue === undefined) this.#lanes.set(lane, [...waiting]);
    else queue.push(...waiting);
    if (!this.#running) void this.#work();
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
    const { maxBatch, bytes } = this.options;
    const batch: Waiting<Item, Result>[] = [];
    let taken = 0;
    const isFull = (): boolean => batch.length === maxBatch || (bytes !== undefined && taken >= bytes.max);
    while (this.#lanes.size > 0 && !isFull()) {
      for (const [lane, queue] of [...this.#lanes]) {
        if (isFull()) break;
        const next = queue.shift();
        if (next !== undefined) {
          batch.push(next);
          taken += bytes?.of(next.item) ?? 0;
        }
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
      const heldUp = isLockTimeout(error) ? await this.#findHeldUp(batch) : NONE;
      if (heldUp.size > 0) {
        await this.#runOthers(batch, heldUp, error);
      } else if (batch.length > 1 && !isUnavailable(error)) {
        for (const waiting of batch) await this.#runBatch([waiting]);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #findHeldUp(batch: readonly Waiting<Item, Result>[]): Promise<ReadonlySet<string>> {
    const finding = this.options.findHeldUp?.(batch.map(({ item }) => item));
    return (await finding?.catch(() => NONE)) ?? NONE;
  }

  /** Leaves the items of lanes that are held up to batches of their own, and runs the others again, as one batch. */
  async #runOthers(
    batch: readonly Waiting<Item, Result>[],
    heldUp: ReadonlySet<string>,
    error: unknown,
  ): Promise<void> {
    const laneOf = ({ item }: Waiting<Item, Result>) => this.options.laneOf(item);
    // Those with nothing to do make room.
    for (const [lane, own] of this.#apart) if (!own.#running) this.#apart.delete(lane);
    for (const lane of heldUp) {
      const items = batch.filter((waiting) => laneOf(waiting) === lane);
      if (this.#apart.size < (this.options.maxHeldUpLanes ?? MAX_HELD_UP_LANES)) this.#setApart(lane, items);
      else for (const { reject } of items) reject(error);
    }
    const others = batch.filter((waiting) => !heldUp.has(laneOf(waiting)));
    if (others.length > 0) await this.#runBatch(others);
  }

  #setApart(lane: string, first: readonly Waiting<Item, Result>[]): void {
    const { findHeldUp: _, ...options } = this.options;
    const own = new Batcher<Item, Result>({
      ...options,
      run: async (items) => {
        const results = await options.run(items);
        void own.drain().then(() => this.#endApart(lane, own));
        return results;
      },
    });
    this.#apart.set(lane, own);
    own.#enqueue(lane, [...first, ...(this.#lanes.get(lane) ?? [])]);
    this.#lanes.delete(lane);
  }

  /** The lane has got its lock, and nothing of it waits any more: it goes with the others again. */
  #endApart(lane: string, own: Batcher<Item, Result>): void {
    if (!own.#running && this.#apart.get(lane) === own) this.#apart.delete(lane);
  }
}
