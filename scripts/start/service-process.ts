import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFile } from './log-file.js';
import { say } from './say.js';

/** A process that crashes more often than this within the window is broken, and restarting it would hide that. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;
/** Time for a port to become free or a database to answer again. */
const PAUSE_MS = 1_000;
const SHOWN_LINES = 20;

export interface ServiceProcessOptions {
  name: 'api' | 'worker' | 'sandbox';
  environment: Record<string, string>;
  /** How long SIGTERM may take before SIGKILL, in ms. */
  stopWithinMs: number;
  /** Also shows the output here, besides .data/logs/<name>.log. */
  verbose: boolean;
  /** Called once if the process has crashed and will not be restarted. */
  onGivenUp: () => void;
}

/**
 * One process of the service: started from dist/, supervised, restarted after a crash, and stopped in an orderly way.
 */
export class ServiceProcess {
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #stopping = false;
  #settled = false;
  #crashes: number[] = [];
  #lastLines: string[] = [];
  readonly #log: LogFile;

  constructor(private readonly options: ServiceProcessOptions) {
    this.#log = new LogFile(`.data/logs/${options.name}.log`);
  }

  start(): void {
    const { name, environment } = this.options;
    // Its own process group: a Ctrl-C reaches only the launcher, which stops everything in order. The open channel
    // tells the child, by closing, that the launcher is gone without having done so.
    const child = spawn(process.execPath, ['--enable-source-maps', `dist/programs/${name}/main.js`], {
      detached: true,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#record(line));
    }
    this.#ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('close', (code, signal) => {
        resolve();
        this.#handleEnd(code === null ? `ended by ${signal}` : `ended with exit code ${code}`);
      });
    });
  }

  /** From now on a crash leads to a restart; before, to giving up, since the fault must be in the set-up. */
  markReady(): void {
    this.#settled = true;
  }

  /** Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#child?.kill('SIGTERM');
    await Promise.race([this.#ended, sleep(this.options.stopWithinMs, undefined, { ref: false })]);
    this.kill();
    await this.#ended;
  }

  /** Ends it at once. */
  kill(): void {
    this.#stopping = true;
    if (this.#child?.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
  }

  #record(line: string): void {
    this.#log.append(`${line}\n`);
    this.#lastLines = [...this.#lastLines, line].slice(-SHOWN_LINES);
    if (this.options.verbose) say(`${this.options.name}: ${line}`);
  }

  #handleEnd(how: string): void {
    if (this.#stopping) return;
    const { name, onGivenUp } = this.options;
    say(`The ${name} process ${how}. Its last lines (all of them: .data/logs/${name}.log):`);
    say(this.#lastLines.map((line) => `  ${line}`).join('\n'));
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (!this.#settled || this.#crashes.length > MAX_CRASHES) {
      onGivenUp();
      return;
    }
    say(`Restarting the ${name} process.`);
    setTimeout(() => {
      if (!this.#stopping) this.start();
    }, PAUSE_MS);
  }
}
