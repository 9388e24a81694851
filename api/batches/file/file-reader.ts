import { Worker } from 'node:worker_threads';
import { placesTaken } from '../../limits/headers.js';
import type { FileToRead, ReadFile } from './parse-thread.js';
import { refuseFile } from './table.js';

/** Most files uploaded at once to one process, and by one client. */
const AT_ONCE = 3;
const AT_ONCE_BY_CLIENT = 1;
const RETRY_AFTER_SECONDS = 5;
/** The largest spreadsheet takes a few seconds and most of this memory. */
const TIME_MS = 20_000;
const HEAP_MB = 256;
/** Of young objects; by default as much as the process has. */
const YOUNG_MB = 16;

const COMPILED_ENTRY = new URL('./parse-thread.js', import.meta.url);

const TOO_HARD = refuseFile(
  'Reading the file takes more time or memory than any batch needs. Copy the rows into a new file, or save it as CSV.',
);

/**
 * Reads uploaded files in a thread, so that other requests are served meanwhile, whatever is in the files. One at a time:
 * each takes more memory than the rest of the process.
 */
export class FileReader {
  readonly #clients = new Map<string, number>();
  #taken = 0;
  #thread: Worker | undefined;
  /** Settles when the files read so far, and those that wait, are done. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(private readonly entry: URL = COMPILED_ENTRY) {}

  /**
   * Runs `work` as one of the few concurrent uploads, reading included. Throws `rate_limited` if too many are in
   * progress, of this client or in all.
   */
  async inTurn<T>(clientId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#clients.get(clientId) ?? 0;
    if (own >= AT_ONCE_BY_CLIENT || this.#taken >= AT_ONCE) {
      throw placesTaken('batch-files', AT_ONCE_BY_CLIENT, RETRY_AFTER_SECONDS);
    }
    this.#clients.set(clientId, own + 1);
    this.#taken += 1;
    try {
      return await work();
    } finally {
      this.#taken -= 1;
      if (own === 0) this.#clients.delete(clientId);
      else this.#clients.set(clientId, own);
    }
  }

  /** Reads a file after those before it; one that takes too much time or memory is refused like an unreadable one. */
  read(file: Buffer, columns: ReadonlyMap<string, string>): Promise<ReadFile> {
    const reading = this.#last.then(() => this.#readInThread({ bytes: new Uint8Array(file), columns }));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  /** Aborts what is being read, and reads nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.terminate();
  }

  async #readInThread(workerData: FileToRead): Promise<ReadFile> {
    if (this.#closed) throw new Error('The process reads no more files');
    const thread = new Worker(this.entry, {
      name: 'batch file',
      workerData,
      // By default it would inherit a copy of every secret of the process.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#thread = thread;
    try {
      return await resultOf(thread);
    } finally {
      // Its memory is given back before the next file is read.
      await thread.terminate();
    }
  }
}

function resultOf(thread: Worker): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => resolve(TOO_HARD), TIME_MS);
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(TOO_HARD);
      else reject(error);
    });
    thread.once('exit', () => {
      clearTimeout(overdue);
      reject(new Error('The thread that reads a file has ended'));
    });
  });
}
