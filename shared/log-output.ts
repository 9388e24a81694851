import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Characters kept while nobody takes them; what comes after that is dropped, since memory is for the service. */
const MAX_WAITING = 8_000_000;
const NEWLINE = '\n'.charCodeAt(0);
const STANDARD_OUTPUT = 1;
/** Milliseconds between two attempts at a pipe that is full. */
const PAUSE_MS = 20;
/** Milliseconds that the end of a process waits for a full pipe. */
const LAST_LINES_WITHIN_MS = 1_000;

/**
 * Writes log lines to a file descriptor. Lines gather while a write is in progress: under load a request costs no
 * system call of its own. The rest is written when the process exits.
 *
 * A log that takes nothing never stops the service: lines are dropped when its reader is gone or its disk is full. The
 * destination that comes with pino tries again for ever, at exit and after a fatal line, and blocks the process
 * meanwhile. A disk that becomes full in the middle of a line keeps its beginning: what is written next, once there is
 * room, begins a line of its own, or it would be as unreadable as the torn one.
 */
export class LogOutput implements DestinationStream {
  #waiting = '';
  /** What is being written. */
  #current: Buffer | undefined;
  /** Whether the system has it; otherwise it waits for the next attempt. */
  #inFlight = false;
  /** Whether what was written last is the beginning of a line. */
  #midLine = false;
  #readerGone = false;

  constructor(private readonly fd: number) {
    // Opening the stream is what keeps a write to a full pipe from blocking, for ever if nobody reads it.
    if (fd === STANDARD_OUTPUT) void process.stdout;
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.#readerGone || this.#waiting.length > MAX_WAITING) return;
    this.#waiting += line;
    if (this.#current === undefined) this.#writeNext();
  }

  /** Writes what waits before it returns; pino calls it after a fatal line. */
  flushSync(): void {
    const current = this.#inFlight ? undefined : this.#current;
    let rest = Buffer.concat([current ?? Buffer.alloc(0), Buffer.from(this.#waiting)]);
    this.#waiting = '';
    if (!this.#inFlight) this.#current = undefined;
    const deadline = performance.now() + LAST_LINES_WITHIN_MS;
    while (rest.length > 0) {
      try {
        rest = this.#restAfter(rest, writeSync(this.fd, rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) return;
        standStill(PAUSE_MS);
      }
    }
  }

  #writeNext(): void {
    const lines = this.#midLine ? `\n${this.#waiting}` : this.#waiting;
    this.#current = this.#waiting === '' ? undefined : Buffer.from(lines);
    this.#waiting = '';
    this.#writeCurrent();
  }

  #restAfter<Bytes extends ArrayBufferLike>(bytes: Buffer<Bytes>, written: number): Buffer<Bytes> {
    if (written > 0) this.#midLine = bytes[written - 1] !== NEWLINE;
    return bytes.subarray(written);
  }

  #writeCurrent(): void {
    if (this.#current === undefined || this.#inFlight) return;
    this.#inFlight = true;
    write(this.fd, this.#current, (error, written) => {
      this.#inFlight = false;
      if (error !== null) this.#handle(error);
      else this.#advance(written);
    });
  }

  #advance(written: number): void {
    this.#current = this.#current && this.#restAfter(this.#current, written);
    if (this.#current?.length) this.#writeCurrent();
    else this.#writeNext();
  }

  #handle(error: NodeJS.ErrnoException): void {
    if (isBusy(error)) {
      setTimeout(() => this.#writeCurrent(), PAUSE_MS).unref();
      return;
    }
    this.#readerGone = error.code === 'EPIPE';
    if (this.#readerGone) this.#waiting = '';
    this.#writeNext();
  }
}

/** Whether the pipe is full at the moment. */
function isBusy(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EAGAIN' || code === 'EBUSY';
}

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
