import { say } from './say.js';

/**
 * npm forwards a Ctrl-C although the terminal has delivered it already: the two signals of one key press arrive within
 * milliseconds. Only a later signal is from a person who wants it to end now.
 */
const SAME_PRESS_MS = 750;
const PARENT_CHECK_MS = 1_000;

interface Part {
  name: string;
  stop: () => Promise<void>;
  kill: () => void;
}

/** Thrown by `add` while stopping: what is being started is no longer wanted. */
export class Stopping extends Error {}

/** Tracks what was started and stops it in the order of `rank`. */
export class StopInOrder {
  readonly #parts: Array<Part & { rank: number }> = [];
  #stoppedAt: number | undefined;
  #finished: Promise<void> | undefined;

  /** Stops on a signal (exit 0), at once on a second one (exit 1), and when npm, which started us, is gone. */
  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#handleSignal());
    const parent = process.ppid;
    // Only under npm: a shell that started this in the background may well end before it.
    if (process.env.npm_lifecycle_event === undefined) return;
    setInterval(() => {
      if (process.ppid !== parent) void this.stop(0);
    }, PARENT_CHECK_MS).unref();
  }

  /** Registers a started part; the lowest rank stops first. If stopping has begun, stops it and throws Stopping. */
  async add(rank: number, part: Part): Promise<void> {
    this.#parts.push({ ...part, rank });
    if (this.#stoppedAt === undefined) return;
    await part.stop();
    throw new Stopping();
  }

  /** Whether a stop was requested: what fails from then on fails because of it. */
  get isStopping(): boolean {
    return this.#stoppedAt !== undefined;
  }

  /** Throws Stopping once a stop was requested: call it between the steps of the start. */
  check(): void {
    if (this.isStopping) throw new Stopping();
  }

  /** Stops everything and ends this process with the exit code; a second call only waits for the first. */
  stop(exitCode: number): Promise<void> {
    this.#stoppedAt ??= Date.now();
    this.#finished ??= this.#stopAll(exitCode);
    return this.#finished;
  }

  async #stopAll(exitCode: number): Promise<void> {
    let code = exitCode;
    for (const part of [...this.#parts].sort((a, b) => a.rank - b.rank)) {
      try {
        await part.stop();
      } catch (error) {
        say(`Stopping ${part.name} failed: ${error instanceof Error ? error.message : String(error)}`);
        code = 1;
      }
    }
    if (this.#parts.length > 0) say('Stopped.');
    process.exit(code);
  }

  #handleSignal(): void {
    if (this.#stoppedAt === undefined) {
      say('Stopping… (press Ctrl-C again to force it)');
      void this.stop(0);
    } else if (Date.now() - this.#stoppedAt > SAME_PRESS_MS) {
      for (const part of this.#parts) part.kill();
      process.exit(1);
    }
  }
}
