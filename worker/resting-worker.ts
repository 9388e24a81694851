import type { Worker } from 'bullmq';

/** How long a worker leaves Redis alone after an error, in milliseconds. */
const REST_MS = 1_000;

export interface RestingWorkerOptions<Data> {
  /** Creates a worker that runs by itself. */
  create(): Worker<Data>;
  /** Called with each error. Returns whether BullMQ would try the same again at once. */
  report(error: Error): boolean;
  /** Whether it may take jobs now; if not, it rests until it may. By default always. */
  mayTake?: (() => boolean) | undefined;
}

/**
 * A BullMQ worker that pauses after an error. Left alone, BullMQ retries at once, thousands of times a second, when
 * Redis refuses a command because its memory is full or the user lacks the permission. If the very first command of a
 * worker is refused, BullMQ retries without yielding to the event loop, so that the process can do nothing else and
 * cannot be stopped; such a worker stays unusable and is replaced.
 */
export class RestingWorker<Data> {
  #worker: Worker<Data>;
  #usable = true;
  #resting: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(private readonly options: RestingWorkerOptions<Data>) {
    this.#worker = this.#begin();
  }

  /** Takes no more jobs and waits for the running ones. */
  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#resting);
    await this.#worker.close();
  }

  #begin(): Worker<Data> {
    const worker = this.options.create();
    worker.on('error', (error) => {
      if (this.options.report(error)) this.rest();
    });
    this.#usable = true;
    worker.waitUntilReady().catch(() => {
      if (worker === this.#worker) this.#usable = false;
    });
    return worker;
  }

  /** Takes no jobs for a while; those that are running go on. */
  rest(): void {
    if (this.#closing || this.#resting !== undefined) return;
    // Takes effect before BullMQ can try again.
    this.#worker.pause(true).catch(() => undefined);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#goOn();
    }, REST_MS);
  }

  #goOn(): void {
    if (this.options.mayTake?.() === false) {
      this.rest();
      return;
    }
    if (this.#usable) {
      this.#worker.resume().catch(() => undefined);
      return;
    }
    const unusable = this.#worker;
    this.#worker = this.#begin();
    unusable.close().catch(() => undefined);
  }
}
