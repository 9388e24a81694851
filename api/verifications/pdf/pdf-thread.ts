import { Worker } from 'node:worker_threads';
import type { WireReport } from '../../../shared/wire/report.js';

/** What a document is made of. No key and nothing sealed crosses over to the thread. */
export interface PdfJob {
  report: WireReport;
  clientName: string;
  /** Of the client, judged when it was uploaded. */
  logo: Uint8Array | undefined;
  photo: Uint8Array | undefined;
}

/** What a thread answers to a job. */
export type PdfOutcome = { file: Uint8Array } | { error: unknown };

/** What a thread may take before it is ended. */
export interface PdfLimits {
  /** For one document, the start of the thread included. */
  timeMs: number;
  heapMb: number;
  /** How long it is kept without work: fonts and what is left of the last report are then given back. */
  idleMs: number;
}

/** Why no document was made, although nothing is wrong with the report. */
export type GivenUp = 'time' | 'memory' | 'stopped';

/** A document that was given up; logs show the code. */
export class PdfGivenUpError extends Error {
  override readonly name = 'PdfGivenUpError';

  constructor(readonly code: GivenUp) {
    super(`The document was given up: ${code}`);
  }
}

/**
 * A thread that makes documents, one at a time. It starts with the first of them, is ended with one that goes beyond
 * the limits, and starts anew with the next.
 */
export class PdfThread {
  #worker: Worker | undefined;
  #reject: ((error: unknown) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly entry: URL,
    private readonly limits: PdfLimits,
  ) {}

  /** Makes one document; the one before must be over. Throws a PdfGivenUpError, or the error of the thread. */
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

  /** Ends the thread; a document under way is given up. */
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
      // Else it would be given a copy of every secret of the process.
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
    // Who waits for a document keeps the process alive, not the thread.
    worker.unref();
    return worker;
  }

  /** Forgets the thread first, so that whatever it still says is about no later document. */
  #end(error?: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#reject?.(error);
  }
}
