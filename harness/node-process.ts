import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithThisProcess } from './child-processes.js';
import type { Environment } from './environment.js';
import { ProcessOutput } from './process-output.js';
import { cpuSeconds, residentMiB } from './process-usage.js';
import { argumentsOf, type Program, variablesOf } from './program.js';
import { waitFor } from './wait-for.js';

const STARTS_WITHIN_MS = 120_000;
// Longer than any shutdown limit a process sets itself, so that a test sees how that ended.
const STOPS_WITHIN_MS = 60_000;

/** How a process ended: the exit code, or null and the signal that ended it. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface NodeProcessOptions extends Program {
  /** For messages and the log file. */
  name: string;
  /** The whole environment, apart from what Node itself needs. */
  environment: Environment;
  /** Folder of the file its output goes to, for processes whose measurements reading it would disturb. */
  logs?: string;
  /** How long it may take to stop before it is killed, in milliseconds; a minute by default. */
  stopWithinMs?: number;
}

/**
 * A Node process of ours: the service, its commands, or a program it is measured against, with only the given
 * environment.
 */
export class NodeProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #output: ProcessOutput;
  #end: ProcessEnd | undefined;
  #expected = false;

  constructor(private readonly options: NodeProcessOptions) {
    this.name = options.name;
    this.#output = new ProcessOutput(options.logs && join(options.logs, `${options.name}.log`));
    // Closing the channel ends the child if this process goes away without having stopped it.
    this.#child = this.#output.startWith((target) =>
      spawn(process.execPath, argumentsOf(options), {
        env: variablesOf(options.environment),
        stdio: ['ignore', target, target, 'ipc'],
      }),
    );
    endWithThisProcess(this.#child);
    this.ended = this.#watch();
  }

  async #watch(): Promise<ProcessEnd> {
    const read = this.#output.read(this.#child);
    // Not `close`, which never follows a disconnect.
    const [[code, signal]] = await Promise.all([once(this.#child, 'exit'), read]);
    this.#end = { code, signal } as ProcessEnd;
    return this.#end;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`${this.name} did not start`);
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#end === undefined;
  }

  /** Resolves when it has ended, for any reason, with its exit code; null after a signal. */
  get exited(): Promise<number | null> {
    return this.ended.then(({ code }) => code);
  }

  /** The lines of its output so far, unless that goes to a file. */
  get lines(): readonly string[] {
    return this.#output.lines;
  }

  /** Its output so far as one text. */
  output(): string {
    return this.#output.text();
  }

  /** What the process has logged so far, skipping lines that are not JSON. */
  logs(): Record<string, unknown>[] {
    return this.#output.records();
  }

  /** Resolves to the first log line with this message. Throws, with the last lines, if the process ends before. */
  waitForLog(message: string, timeoutMs = STARTS_WITHIN_MS): Promise<Record<string, unknown>> {
    return waitFor(() => this.#unlessEnded(this.logs().find(({ msg }) => msg === message)), {
      timeoutMs,
      describe: `the ${this.name} logs "${message}"`,
    });
  }

  /** Waits until this address answers 200. If it does not, ends the process and throws with the last lines. */
  async waitUntilReady(url: string, timeoutMs: number): Promise<void> {
    const isReady = async (): Promise<boolean | undefined> => {
      const answer = await fetch(url).catch(() => undefined);
      await answer?.body?.cancel();
      return this.#unlessEnded(answer?.status === 200 || undefined);
    };
    try {
      await waitFor(isReady, { timeoutMs, describe: `${this.name} is ready` });
    } catch (error) {
      await this.kill();
      throw new Error(this.#describe(), { cause: error });
    }
  }

  #unlessEnded<Found>(found: Found | undefined): Found | undefined {
    if (found === undefined && !this.running) throw new Error(this.#describe());
    return found;
  }

  /** Allows the process to end from now on; resolves when it has. */
  expectEnd(): Promise<ProcessEnd> {
    this.#expected = true;
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Makes its parent appear gone. */
  disconnect(): void {
    this.#child.disconnect();
  }

  /** Kills it, like a crash. */
  kill(): Promise<ProcessEnd> {
    return this.#endBy('SIGKILL');
  }

  /** Asks it to stop and returns how it ended. */
  stop(): Promise<ProcessEnd> {
    return this.#endBy('SIGTERM');
  }

  /** Suspends it, as on an overloaded or suspended machine, until `thaw`. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Ends it whatever its state. Throws if it had died unexpectedly. */
  async close(): Promise<void> {
    const died = !this.running && !this.#expected;
    this.thaw();
    await this.stop();
    if (died) throw new Error(this.#describe());
  }

  residentMiB(): number {
    return residentMiB(this.pid);
  }

  /** CPU seconds used so far, user and system. */
  cpuSeconds(): number {
    return cpuSeconds(this.pid);
  }

  async #endBy(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.#expected = true;
    if (!this.running) return this.ended;
    this.signal(signal);
    const overdue = setTimeout(() => this.signal('SIGKILL'), this.options.stopWithinMs ?? STOPS_WITHIN_MS);
    const end = await this.ended;
    clearTimeout(overdue);
    return end;
  }

  #describe(): string {
    const how = this.running ? 'is not ready' : `ended: ${JSON.stringify(this.#end)}`;
    return `The ${this.name} process ${how}. Its last lines:\n${this.#output.lastLines()}`;
  }
}
