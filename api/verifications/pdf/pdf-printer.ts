import { OperatorError } from '../../../shared/operator-error.js';
import { documentUnavailable } from '../../errors/unavailable.js';
import type { ApiMetrics } from '../../metrics.js';
import { whyNotStarted } from '../../ops/why-not-started.js';
import { PdfGivenUpError, type PdfJob, type PdfLimits, PdfThread } from './pdf-thread.js';
import { PdfTurns } from './pdf-turns.js';

/** Two, so that a client with large documents does not hold up the others. */
const THREADS = 2;

/** The largest report the worker accepts takes seconds and less than 64 MB. */
const LIMITS: PdfLimits = { timeMs: 20_000, heapMb: 96, idleMs: 60_000 };

const COMPILED_ENTRY = new URL('./render-thread.js', import.meta.url);

/** Parts of a printer that tests replace. */
export interface PrinterOptions {
  /** The main file of the threads. */
  entry?: URL;
  limits?: Partial<PdfLimits>;
}

/**
 * Renders PDF reports in separate threads, so that other requests are answered meanwhile, however large a report is.
 */
export class PdfPrinter {
  readonly #threads: readonly PdfThread[];
  readonly #turns: PdfTurns<PdfThread>;
  #closed = false;

  constructor(
    private readonly metrics: Pick<ApiMetrics, 'pdfSeconds'>,
    { entry = COMPILED_ENTRY, limits = {} }: PrinterOptions = {},
  ) {
    this.#threads = Array.from({ length: THREADS }, () => new PdfThread(entry, { ...LIMITS, ...limits }));
    this.#turns = new PdfTurns(this.#threads);
  }

  /**
   * Renders a document when it is its client's turn; `load` is only called then. Throws `rate_limited` if too many are
   * waiting, and `service_unavailable` if the document exceeded the limits or its thread was stopped.
   */
  print(clientId: string, load: () => Promise<PdfJob>): Promise<Buffer> {
    return this.#turns.run(clientId, async (thread) => {
      this.#requireOpen();
      const job = await load();
      this.#requireOpen();
      return this.#render(thread, job);
    });
  }

  /** Abandons documents in progress or waiting, and stops the threads. */
  close(): void {
    this.#closed = true;
    for (const thread of this.#threads) thread.close();
  }

  #requireOpen(): void {
    if (this.#closed) throw documentUnavailable(new PdfGivenUpError('stopped'));
  }

  async #render(thread: PdfThread, job: PdfJob): Promise<Buffer> {
    const startedAt = performance.now();
    let result = 'failed';
    try {
      const file = await thread.render(job);
      result = 'made';
      return file;
    } catch (error) {
      if (isNotStarted(error))
        throw documentUnavailable(new OperatorError(`no thread can be started: ${whyNotStarted(error)}`));
      if (!(error instanceof PdfGivenUpError)) throw error;
      result = error.code;
      throw documentUnavailable(error);
    } finally {
      this.metrics.pdfSeconds.observe({ result }, (performance.now() - startedAt) / 1_000);
    }
  }
}

/** Whether the operating system gave no thread. */
function isNotStarted(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_INIT_FAILED';
}
