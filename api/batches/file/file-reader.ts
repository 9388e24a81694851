import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../../../shared/operator-error.js';
import type { ApiError } from '../../errors/catalogue.js';
import { unavailableNow } from '../../errors/unavailable.js';
import { placesTaken } from '../../limits/headers.js';
import { whyNotStarted } from '../../ops/why-not-started.js';
import type { FileToRead, ReadFile, ReadOutcome } from './parse-process.js';
import { refuseFile } from './table.js';

/** Most files uploaded at once to one process, and by one client. */
const AT_ONCE = 3;
const AT_ONCE_BY_CLIENT = 1;
const RETRY_AFTER_SECONDS = 5;
/** The largest spreadsheet takes a few seconds and most of this memory. */
const TIME_MS = 20_000;
const HEAP_MB = 256;
/** Of young objects. */
const YOUNG_MB = 16;

/** Sent by a terminal or a supervisor to this process and its children alike; one that is just starting ends by it. */
const TO_THE_GROUP: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

const COMPILED_ENTRY = new URL('./parse-process.js', import.meta.url);

const TOO_HARD = refuseFile(
  'Reading the file takes more time or memory than any batch needs. Copy the rows into a new file, or save it as CSV.',
);

/**
 * Reads uploaded files in a separate process, so that other requests are served meanwhile, whatever the files contain.
 * A thread would not do: one that runs out of memory within a regular expression crashes the whole process, and one
 * within a long replacement cannot be stopped. Files are read one at a time: each takes more memory than the rest of
 * the API.
 */
export class FileReader {
  readonly #clients = new Map<string, number>();
  #taken = 0;
  #child: ChildProcess | undefined;
  /** Settles when the files read so far, and those that wait, are done. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(
    private readonly entry: URL = COMPILED_ENTRY,
    private readonly timeMs = TIME_MS,
  ) {}

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
    const reading = this.#last.then(() => this.#readApart({ bytes: file, columns }));
    this.#last = reading.catch(() => undefined);
    return reading;
  }

  /** Aborts what is being read, and reads nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
    await this.#last;
  }

  async #readApart(file: FileToRead): Promise<ReadFile> {
    this.#requireOpen();
    this.#child = startChild(this.entry);
    const outcome = await outcomeOf(this.#child, file, this.timeMs);
    this.#requireOpen();
    if ('error' in outcome) throw outcome.error;
    return outcome.file;
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error('The process no longer reads files');
  }
}

/** Some reasons why none can be started are thrown, and others an event of the child. */
function startChild(entry: URL): ChildProcess {
  try {
    return fork(fileURLToPath(entry), [], {
      // By default it would inherit every secret of this process, and how it was started.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`],
      // The columns are a map, and the bytes are many.
      serialization: 'advanced',
      stdio: 'ignore',
    });
  } catch (error) {
    throw notStarted(error as Error);
  }
}

/** What a process makes of a file. It is gone by then: its memory is given back before the next file is read. */
function outcomeOf(child: ChildProcess, file: FileToRead, timeMs: number): Promise<ReadOutcome> {
  return new Promise((resolve, reject) => {
    let outcome: ReadOutcome | undefined;
    const end = (): boolean => child.kill('SIGKILL');
    const overdue = setTimeout(end, timeMs);
    child.once('message', (message) => {
      outcome = message as ReadOutcome;
      end();
    });
    child.once('error', (error) => {
      clearTimeout(overdue);
      reject(notStarted(error));
    });
    child.once('exit', (code, signal) => {
      clearTimeout(overdue);
      // Other signals are the limit of time, or that of memory: V8 aborts, and the kernel may be quicker.
      const wasTold = signal !== null && TO_THE_GROUP.has(signal);
      outcome ??= signal === null || wasTold ? undefined : { file: TOO_HARD };
      if (outcome !== undefined) resolve(outcome);
      else reject(wasTold ? notRead(`the process that reads a file got ${signal}`) : endedByItself(code));
    });
    // The message is lost only if the process ends first, or cannot begin, which are events of their own. For want of a
    // file descriptor it has no channel either.
    child.send?.(file, () => undefined);
  });
}

function notStarted(error: Error): ApiError {
  return notRead(`no process can be started to read a file: ${whyNotStarted(error)}`);
}

function notRead(reason: string): ApiError {
  const cause = new OperatorError(reason);
  return unavailableNow('The file cannot be read at the moment, and nothing was stored. Send it again.', {
    cause,
  });
}

/** A defect of the process, or its program cannot be loaded. */
function endedByItself(code: number | null): OperatorError {
  return new OperatorError(
    `The process that reads a file has ended with ${code}: are the files of this release still in place?`,
  );
}
