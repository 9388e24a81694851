import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { waitFor } from '../../harness/wait-for.js';

export type ProcessName = 'api' | 'worker' | 'sandbox';

/** How a process ended: the exit code, or null and the signal that ended it. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const STARTS_WITHIN_MS = 120_000;
// Longer than any limit that a process sets itself for closing, so that a test sees how that ended.
const STOPS_WITHIN_MS = 60_000;

/** One process of the service as production runs it: the compiled main file, and nothing but the given environment. */
export class ServiceProcess {
  readonly lines: string[] = [];
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  #end: ProcessEnd | undefined;
  #expected = false;

  constructor(
    readonly name: ProcessName,
    environment: Record<string, string>,
  ) {
    // The open channel ends the child when the test run is gone without having stopped it.
    this.#child = spawn(process.execPath, ['--enable-source-maps', `dist/${name}/main.js`], {
      env: { PATH: process.env.PATH ?? '', ...coverage(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.lines.push(line));
    }
    this.ended = once(this.#child, 'close').then(([code, signal]) => {
      this.#end = { code, signal } as ProcessEnd;
      return this.#end;
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error(`The ${this.name} process did not start`);
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#end === undefined;
  }

  /** What the process logged so far, without lines that are no JSON. */
  logs(): Record<string, unknown>[] {
    return this.lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
  }

  /** Resolves with the first log line of this message. Throws, with all lines, when the process ends before. */
  waitForLog(message: string, timeoutMs = STARTS_WITHIN_MS): Promise<Record<string, unknown>> {
    return waitFor(
      () => {
        const found = this.logs().find(({ msg }) => msg === message);
        if (found === undefined && !this.running) throw new Error(this.#describe());
        return found;
      },
      { timeoutMs, describe: `the ${this.name} logs "${message}"` },
    );
  }

  /** From now on the process may end; resolves when it has. */
  expectEnd(): Promise<ProcessEnd> {
    this.#expected = true;
    return this.ended;
  }

  /** Ends it as a crash would. */
  kill(): Promise<ProcessEnd> {
    return this.#signal('SIGKILL');
  }

  /** Asks it to end in order and returns how it did. */
  stop(): Promise<ProcessEnd> {
    return this.#signal('SIGTERM');
  }

  /** Stands still, as on an overloaded or suspended machine, until `thaw`. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** Ends it whatever its state. Throws when it had died without being asked to, or would not end. */
  async close(): Promise<void> {
    const died = !this.running && !this.#expected;
    this.thaw();
    await this.stop();
    if (died) throw new Error(this.#describe());
  }

  async #signal(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.#expected = true;
    if (!this.running) return this.ended;
    this.#child.kill(signal);
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), STOPS_WITHIN_MS);
    const end = await this.ended;
    clearTimeout(overdue);
    return end;
  }

  #describe(): string {
    const lastLines = this.lines.slice(-15).join('\n');
    return `The ${this.name} process ended: ${JSON.stringify(this.#end)}. Its last lines:\n${lastLines}`;
  }
}

/** Lets the processes under test count towards the coverage of the run. */
function coverage(): Record<string, string> {
  const folder = process.env.NODE_V8_COVERAGE;
  return folder === undefined ? {} : { NODE_V8_COVERAGE: folder };
}
