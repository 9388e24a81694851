import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from '../embedded/free-port.js';
import { waitForOk } from '../start/wait-until-ready.js';

type Environment = Readonly<Record<string, string>>;

/** A process of the service as production runs it, with its log in a file. */
export class DrillProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(name: 'api' | 'worker', environment: Environment, logFile: string) {
    const log = openSync(logFile, 'a', 0o600);
    // The open channel ends the child if the drill dies without having stopped it.
    this.#child = spawn(process.execPath, ['--enable-source-maps', `dist/programs/${name}/main.js`], {
      env: { PATH: process.env.PATH ?? '', ...environment },
      stdio: ['ignore', log, log, 'ipc'],
    });
    this.#ended = once(this.#child, 'close');
  }

  /** Stops it in an orderly way, like a supervisor. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}

/** Starts an API and a worker, and resolves when the API is ready. */
export async function startBoth(
  environment: Environment,
  logFile: string,
): Promise<{ url: string; api: DrillProcess; worker: DrillProcess }> {
  const port = await freePort();
  const api = new DrillProcess('api', { ...environment, PORT: String(port) }, logFile);
  const worker = new DrillProcess('worker', environment, logFile);
  const url = `http://127.0.0.1:${port}`;
  await waitForOk(`${url}/readyz`);
  return { url, api, worker };
}

/** Runs an admin command and returns its output. Throws with that output if it does not exit with 0. */
export async function runAdmin(command: string, environment: Environment): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/programs/scripts/admin.js', command],
    {
      env: { PATH: process.env.PATH ?? '', ...environment },
    },
  );
  return stdout.trim();
}
