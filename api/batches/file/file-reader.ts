import { Worker } from 'node:worker_threads';
import { placesTaken } from '../../limits/headers.js';
import { refuseFile, type Table } from './table.js';

/** Most files read at once by one process, and for one client. */
const AT_ONCE = 2;
const AT_ONCE_BY_CLIENT = 1;
const RETRY_AFTER_SECONDS = 5;
/** The largest spreadsheet takes a few seconds and much of the memory. */
const TIME_MS = 20_000;
const HEAP_MB = 384;

const COMPILED_ENTRY = new URL('./parse-thread.js', import.meta.url);

const TOO_HARD = refuseFile(
  'Reading the file takes more time or memory than any batch needs. Copy the rows into a new file, or save it as CSV.',
);

/** Reads uploaded files in threads, so that other requests are served meanwhile, whatever is in the files. */
export class FileReader {
  readonly #clients = new Map<string, number>();
  readonly #threads = new Set<Worker>();
  #taken = 0;

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

  /** Reads a file; one that takes too much time or memory is refused like an unreadable one. */
  async read(file: Buffer): Promise<Table> {
    const worker = new Worker(this.entry, {
      name: 'batch file',
      workerData: new Uint8Array(file),
      // By default it would inherit a copy of every secret of the process.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#threads.add(worker);
    try {
      return await tableFrom(worker);
    } finally {
      this.#threads.delete(worker);
      void worker.terminate();
    }
  }

  /** Aborts what is being read. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }
}

function tableFrom(worker: Worker): Promise<Table> {
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(() => resolve(TOO_HARD), TIME_MS);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(TOO_HARD);
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(overdue);
      reject(new Error('The thread that reads a file has ended'));
    });
  });
}
