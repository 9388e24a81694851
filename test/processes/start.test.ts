import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { removeData } from '../../scripts/embedded/remove-data.js';
import { TestClient } from '../support/http/client.js';
import { processTree, stillLiving } from '../support/processes/process-tree.js';

/** What a clone does not contain, and the tests, which nothing here needs. */
const LEFT_OUT = ['node_modules', '.git', '.data', 'coverage', 'test'];

interface Running {
  child: ChildProcess;
  output(): string;
}

describe('npm start', function () {
  this.timeout(180_000);

  let folder: string;
  let port: number;
  let running: Running | undefined;
  before(async () => {
    folder = temporaryFolder();
    for (const name of readdirSync('.').filter((entry) => !LEFT_OUT.includes(entry))) {
      cpSync(name, join(folder, name), { recursive: true });
    }
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    port = await freePort();
  });
  afterEach(async () => {
    if (running !== undefined) await interrupt(running);
  });
  after(() => {
    removeData(join(folder, '.data/postgres'));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Like a person in a terminal: Ctrl-C reaches every process of the group. */
  async function start(
    environment: Record<string, string> = {},
    until = 'Ctrl-C stops everything',
  ): Promise<Running> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('npm', ['start'], {
      cwd: folder,
      detached: true,
      env: { PATH, HOME, PORT: String(port), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += String(chunk);
      });
    }
    running = { child, output: () => text };
    await waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`npm start ended:\n${text}`);
        return text.includes(until);
      },
      { timeoutMs: 120_000, describe: `npm start says: ${until}` },
    );
    return running;
  }

  async function interrupt({ child }: Running): Promise<void> {
    running = undefined;
    if (child.exitCode === null && child.pid !== undefined) {
      const ended = once(child, 'close');
      process.kill(-child.pid, 'SIGINT');
      await ended;
    }
  }

  async function signIn(): Promise<TestClient> {
    const client = new TestClient(`http://127.0.0.1:${port}`);
    const { body } = await client.post('/api/v1/login', {
      email: 'client@example.test',
      password: 'demo-password-1',
    });
    return client.withToken(body.access_token);
  }

  /** Runs the printed commands unchanged, except that the HTTP status is printed too. */
  async function paste(output: string): Promise<string> {
    const [commands = ''] = /^TOKEN=[\s\S]*?(?=\n\n)/m.exec(output) ?? [];
    const script = `curl() { command curl -w '\\n%{http_code}\\n' "$@"; }\n${commands}`;
    return (await promisify(execFile)('sh', ['-eu', '-c', script], { timeout: 30_000 })).stdout;
  }

  async function expectNoneOf(processes: ReturnType<typeof processTree>): Promise<void> {
    const end = { timeoutMs: 20_000, describe: 'its processes have ended' };
    await waitFor(() => stillLiving(processes).length === 0, end).catch((error: Error) => {
      throw new Error(`${error.message}\n${stillLiving(processes).join('\n')}`);
    });
  }

  it('names every fault of the configuration before anything starts, and ends with 1', () => {
    const { PATH = '', HOME = '' } = process.env;
    const wrong = { SYNC_WAIT_MS: 'abc', WORKER_CONCURRENCY: 'abc', JWT_SECRETS: 'x', ENCRYPTION_KEYS: 'y' };
    const { status, stdout, stderr } = spawnSync('npm', ['start'], {
      cwd: folder,
      env: { PATH, HOME, PORT: 'abc', ...wrong },
      encoding: 'utf8',
    });
    expect(status, stderr).to.equal(1);
    expect(stdout).not.to.match(/Starting|Applying/);
    const named = stderr.match(/(?<=^ {2}- )\S+/gm);
    expect(named).to.have.members(['PORT', ...Object.keys(wrong)]);
  });

  it('ends in order when it is interrupted while it migrates', async () => {
    const first = await start({}, 'Applying the migrations…');
    const processes = processTree(first.child.pid ?? 0);
    await interrupt(first);
    expect(first.child.exitCode, first.output()).to.equal(0);
    expect(first.output()).to.include('Stopped.').and.not.include('node:events');
    await expectNoneOf(processes);
  });

  it('runs the whole service, prints commands that work, keeps the data, and leaves nothing behind', async () => {
    const first = await start();
    expect(first.output()).to.include(`The service runs at http://localhost:${port}`);
    expect(first.output()).to.include('Demo accounts created.');
    const [, sandboxUrl = ''] = /The sandbox provider runs at (\S+)/.exec(first.output()) ?? [];
    expect(await (await fetch(`${sandboxUrl}/_calls`)).json()).to.deep.include({ data: [] });
    expect(await (await fetch(`http://localhost:${port}/readyz`)).json()).to.include({ status: 'ok' });

    const answered = await paste(first.output());
    expect(answered.trim().split('\n').at(-1), answered).to.equal('201');
    const { request_id: requestId, ...verification } = JSON.parse(
      answered.split('\n').find((line) => line.startsWith('{')) ?? '',
    );
    expect(verification).to.include({ status: 'completed', credits_charged: 5 });

    const processes = processTree(first.child.pid ?? 0);
    const names = processes.map(({ command }) => command).join('\n');
    for (const name of ['api/main.js', 'worker/main.js', 'sandbox/main.js', 'postgres', 'redis-server']) {
      expect(names).to.include(name);
    }
    await interrupt(first);
    expect(first.output()).to.include('Stopped.');
    await expectNoneOf(processes);
    expect(existsSync(join(folder, '.data/lock')), 'a lock').to.equal(false);
    expect(existsSync(join(folder, '.data/postgres/cluster/postmaster.pid')), 'a pid file').to.equal(false);

    // The shell of somebody who works with other databases, too.
    const ofOthers = { PGSSLMODE: 'require', PGOPTIONS: '-c search_path=nowhere', PGHOST: 'nowhere.test' };
    const second = await start({ DEMO_PASSWORD: 'another-password-1', ...ofOthers });
    expect(second.output()).not.to.include('Demo accounts created.');
    expect(second.output()).to.include('all with the password demo-password-1\n');
    const client = await signIn();
    const history = await client.get('/api/v1/verifications');
    expect(history.body.data.map((entry: { request_id: string }) => entry.request_id)).to.deep.equal([
      requestId,
    ]);
    expect((await client.get('/api/v1/wallet')).body).to.include({ balance: 9_995, reserved: 0 });
    const report = await client.get(`/api/v1/verifications/${requestId}`);
    expect(report.body.checks[0].details, 'what only the kept keys can open').to.be.an('object');
  });

  it('stops in order when its Redis dies, and says so', async () => {
    const first = await start();
    const processes = processTree(first.child.pid ?? 0);
    const redis = processes.find(({ command }) => command.includes('redis-server'));
    process.kill(redis?.pid ?? 0, 'SIGKILL');
    const [code] = await once(first.child, 'close');
    running = undefined;
    expect(code).to.equal(1);
    expect(first.output()).to.include('Redis ended unexpectedly, so everything stops.');
    expect(first.output().trim()).to.match(
      /Run npm start again: it continues with the same data\.\nStopped\.$/,
    );
    await expectNoneOf(processes);
  });

  it('leaves nothing behind when it is killed while its processes are being loaded', async () => {
    const first = await start({}, 'Starting the worker and the API…');
    let processes = processTree(first.child.pid ?? 0);
    const names = () => processes.map(({ command }) => command).join('\n');
    await waitFor(
      () => {
        processes = processTree(first.child.pid ?? 0);
        return names().includes('api/main.js');
      },
      { describe: 'the API is being loaded' },
    );
    running = undefined;
    process.kill(-(first.child.pid ?? 0), 'SIGKILL');
    await expectNoneOf(processes);
  });
});
