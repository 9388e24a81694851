import type { Logger } from './logger.js';

/** Registers how an opened resource is closed. */
export type OnStop = (name: string, run: () => Promise<void>) => void;

/** How a process run by `runUntilStopped` behaves. */
export interface RunOptions {
  logger: Logger;
  /** How long closing everything may take, in milliseconds. */
  deadlineMs: number;
}

// npm forwards a Ctrl-C that the terminal has already delivered: one key press, two signals.
const SAME_PRESS_MS = 100;

/**
 * Runs a process from start to orderly end. `start` opens resources and registers with `onStop` how each is closed; the
 * steps run one after another, last registered first, so that nothing is closed before its users.
 *
 * SIGTERM, SIGINT, SIGHUP and the loss of a parent connected over IPC stop the process with exit code 0; an uncaught
 * error, or one of `start`, with 1. A failing step is logged and does not prevent the others. A second SIGTERM or
 * SIGINT, or a passed deadline, ends the process at once with 1.
 */
export async function runUntilStopped(
  options: RunOptions,
  start: (onStop: OnStop) => Promise<void>,
): Promise<void> {
  const running = new RunningProcess(options);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => running.handleSignal(signal));
  // A terminal that closes: the system sends it, and so does the shell, which is no sign of impatience. Nor is the
  // first SIGTERM after it, with which the system ends what is left of the session. Unhandled, it would end a worker in
  // the middle of its calls, which have to be reviewed then.
  process.on('SIGHUP', () => running.stop('SIGHUP'));
  // Without a channel it is undefined; false if the parent went away while this program was being loaded.
  if (process.connected !== undefined) process.on('disconnect', () => running.stop('parent gone'));
  // Node also raises an unhandled rejection as an uncaught exception.
  process.on('uncaughtException', (error, origin) => running.fail(error, origin));
  if (process.connected === false) {
    running.stop('parent gone');
    return;
  }
  try {
    await start((name, run) => running.steps.push({ name, run }));
  } catch (error) {
    // A stop during the start closes what the start is about to use.
    if (!running.isStopping) running.fail(error, 'start');
  }
}

class RunningProcess {
  readonly steps: { name: string; run: () => Promise<void> }[] = [];
  #isStopping = false;
  /** When the first signal that asks for the end came, be it after a stop that had another reason. */
  #signalledAt: number | undefined;
  #exitCode = 0;

  constructor(private readonly options: RunOptions) {}

  get isStopping(): boolean {
    return this.#isStopping;
  }

  handleSignal(signal: string): void {
    const now = performance.now();
    this.#signalledAt ??= now;
    if (now - this.#signalledAt > SAME_PRESS_MS) this.#abandon(`second ${signal}`);
    else this.stop(signal);
  }

  fail(error: unknown, reason: string): void {
    this.#exitCode = 1;
    const message = reason === 'start' ? 'the process cannot start' : 'uncaught error';
    this.options.logger.fatal({ err: error, ...(reason === 'start' && fileOf(error)), reason }, message);
    this.stop(reason);
  }

  stop(reason: string): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.options.logger.info({ reason }, 'stopping');
    setTimeout(() => this.#abandon('deadline passed'), this.options.deadlineMs);
    void this.#closeAll().then(() => process.exit(this.#exitCode));
  }

  async #closeAll(): Promise<void> {
    for (const { name, run } of [...this.steps].reverse()) {
      try {
        await run();
      } catch (error) {
        this.options.logger.error({ err: error, step: name }, 'could not be closed');
      }
    }
    this.options.logger.info('stopped');
  }

  #abandon(reason: string): void {
    this.options.logger.error({ reason }, 'stopped before everything was closed');
    process.exit(1);
  }
}

/** The file that a start failed at: one of the program or of its settings, without which its code says nothing. */
function fileOf(error: unknown): { file: string } | undefined {
  const { path } = (error ?? {}) as NodeJS.ErrnoException;
  return path === undefined ? undefined : { file: path };
}
