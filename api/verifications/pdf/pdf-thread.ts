import { Worker } from 'node:worker_threads';
import type { WireReport } from '../../../shared/wire/report.js';

/** The input of a document. Keys and sealed data never reach the thread. */
export interface PdfJob {
  report: WireReport;
  clientName: string;
  /** The client's logo, validated when it was uploaded. */
  logo: Uint8Array | undefined;
  photo: Uint8Array | undefined;
}

/** The result of a job. */
export type PdfOutcome = { file: Uint8Array } | { error: unknown };

/** What a thread may use before it is stopped. */
export interface PdfLimits {
  /** Per document, including the start of the thread. */
  timeMs: number;
  heapMb: number;
  /** How long it is kept idle before the memory of fonts and the last report is released. */
  idleMs: number;
}

/** Why no document was made although the report is fine. */
export type GivenUp = 'time' | 'memory' | 'stopped';

/** A document was abandoned; logs show the code. */
export class PdfGivenUpError extends Error {
  override readonly name = 'PdfGivenUpError';

  constructor(readonly code: GivenUp) {
    super(`The document was given up: ${code}`);
  }
}

/**
 * A thread that renders documents one at a time. It starts with the first document, is stopped by one that exceeds the
 * limits, and restarts with the next.
 */
export class PdfThread {
  #worker: Worker | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly entry: URL,
    private readonly limits: PdfLimits,
  ) {}

  /** Renders one document; the previous one must be finished. Throws a PdfGivenUpError, or the error of the thread. */
  async render(job: PdfJob): Promise<Buffer> {
    clearTimeout(this.#idle);
    const overdue = setTimeout(() => this.#end(new PdfGivenUpError('time')), this.limits.timeMs);
    try {
      const outcome = await this.#ask(job);
      if ('error' in outcome) throw outcome.error;
      return Buffer.from(outcome.file.buffer, outcome.file.byteOffset, outcome.file.byteLength);
    } finally {
      clearTimeout(overdue);
      this.#reject = undefined;
      this.#idle = setTimeout(() => this.#end(), this.limits.idleMs).unref();
    }
  }

  /** Stops the thread; a document in progress is abandoned. */
  close(): void {
    clearTimeout(this.#idle);
    this.#end(new PdfGivenUpError('stopped'));
  }

  #ask(job: PdfJob): Promise<PdfOutcome> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#worker ??= this.#start();
      this.#worker.once('message', resolve);
      this.#worker.postMessage(job);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.entry, {
      name: 'pdf',
      // By default a thread gets a copy of every secret of the process.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: this.limits.heapMb },
    });
    const lose = (error: unknown): void => {
      if (this.#worker === worker) this.#end(error);
    };
    worker.on('error', (error: NodeJS.ErrnoException) =>
      lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PdfGivenUpError('memory') : error),
    );
    worker.on('exit', () => lose(new PdfGivenUpError('stopped')));
    // Callers waiting for a document keep the process alive; the thread must not.
    worker.unref();
    return worker;
  }

  /** Forgets the thread first, so that nothing it still sends is taken for a later document. */
  #end(error?: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#reject?.(error);
  }
}
