import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { environmentOf } from '../../harness/environment.js';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { argumentsOf, variablesOf } from '../../harness/program.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { SECRETS } from '../support/processes/keys.js';

/** The limit of an API that closes, and some more. */
const ENDS_WITHIN_MS = 40_000;
const NOBODY = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', redisUrl: 'redis://127.0.0.1:1' };

describe('an API whose log is a full pipe that nobody reads', function () {
  this.timeout(ENDS_WITHIN_MS + 20_000);

  const folder = temporaryFolder();
  let log: number;
  let child: ChildProcess | undefined;
  beforeEach(() => {
    const pipe = join(folder, 'log');
    execFileSync('mkfifo', [pipe]);
    log = openSync(pipe, 'r+');
    fill(pipe);
    rmSync(pipe);
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    closeSync(log);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Only this opening of it does not block: the process is given one that does, as by a shell or a container. */
  function fill(pipe: string): void {
    const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      for (;;) writeSync(fd, Buffer.alloc(1));
    } catch (error) {
      expect(error).to.include({ code: 'EAGAIN' });
    } finally {
      closeSync(fd);
    }
  }

  function start(port: number): ChildProcess {
    child = spawn(process.execPath, argumentsOf({ script: 'api/main.js' }), {
      env: variablesOf(environmentOf(NOBODY, { ...SECRETS, PORT: String(port) })),
      stdio: ['ignore', log, 'inherit'],
    });
    return child;
  }

  async function exitCode(api: ChildProcess): Promise<unknown> {
    const [code] = await once(api, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
    return code;
  }

  it('stops in order', async () => {
    const port = await freePort();
    const api = start(port);
    const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
    await waitFor(() => isAlive().catch(() => false), { timeoutMs: 20_000, describe: 'it listens' });
    api.kill('SIGTERM');
    expect(await exitCode(api)).to.equal(0);
  });

  it('ends with 1 for its supervisor when it fails', async () => {
    const other = createServer();
    const api = start(await listenOnLoopback(other));
    expect(await exitCode(api)).to.equal(1);
    other.close();
  });
});
