import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { startPostgres } from '../../../scripts/embedded/postgres.js';
import { removeData } from '../../../scripts/embedded/remove-data.js';
import type { EmbeddedServer } from '../../../scripts/embedded/server.js';

async function query(server: EmbeddedServer, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('startPostgres', function () {
  // Each case creates a cluster: a second of work that takes several on a busy machine.
  this.timeout(60_000);

  let folder: string;
  let dataDir: string;
  const servers: EmbeddedServer[] = [];

  async function start(options: { durable?: boolean; port?: number } = {}): Promise<EmbeddedServer> {
    const server = await startPostgres({ dataDir, durable: false, ...options });
    servers.push(server);
    return server;
  }

  beforeEach(() => {
    folder = temporaryFolder();
    dataDir = join(folder, 'postgres');
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    removeData(dataDir);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the data over a restart', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    expect(await query(await start(), 'SELECT value FROM kept')).to.deep.equal([{ value: 7 }]);
  });

  it('is safe against a crash of the machine only when durable', async () => {
    const question = `SELECT string_agg(setting, ',' ORDER BY name) AS settings FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')`;
    const careless = await start();
    expect(await query(careless, question)).to.deep.equal([{ settings: 'off,off,off' }]);
    await careless.stop();
    expect(await query(await start({ durable: true }), question)).to.deep.equal([{ settings: 'on,on,on' }]);
  });

  it('listens on the loopback address only and asks for the password', async () => {
    const server = await start();
    const addresses = await query(server, "SELECT current_setting('listen_addresses') AS addresses");
    expect(addresses).to.deep.equal([{ addresses: '127.0.0.1' }]);
    const url = new URL(server.url);
    url.password = 'guess';
    const stranger = new pg.Client({ connectionString: url.href });
    const refusal = await stranger.connect().then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
    expect(refusal, 'invalid_password').to.equal('28P01');
    const { mode } = statSync(join(dataDir, 'superuser-password'));
    expect(mode & 0o077, 'rights of others on the password file').to.equal(0);
  });

  it('clears the pid file of a server that is gone, also when another process has its number', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'cluster/postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
    expect(await query(await start(), 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    expect(isAlive(process.pid)).to.equal(true);
  });

  it('stops a server that outlived its launcher before it starts one on the same data', async () => {
    const survivor = await start();
    const next = await start();
    await survivor.exited;
    expect(next.pid).not.to.equal(survivor.pid);
    expect(await query(next, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  it('refuses a port that is taken when it was asked for, and takes another when it was not', async () => {
    const holder = createServer();
    const port = await listenOnLoopback(holder);
    const failure = await start({ port }).catch((error: Error) => error.message);
    expect(failure).to.match(/did not start[\s\S]*Address already in use/);
    expect(Number(new URL((await start()).url).port)).not.to.equal(port);
    holder.close();
  });

  it('stops while clients are connected, and twice without harm', async () => {
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(isAlive(server.pid)).to.equal(false);
  });

  it('repeats an initdb that was cut short', async () => {
    await (await start()).stop();
    renameSync(join(dataDir, 'cluster'), join(dataDir, 'cluster.unfinished'));
    expect(await query(await start(), 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });

  // Only root starts it as another user, who may not be able to enter the folder.
  if (process.getuid?.() === 0) {
    describe('as root in a folder that nobody else can enter', () => {
      beforeEach(() => {
        rmSync(folder, { recursive: true });
        folder = mkdtempSync(join(tmpdir(), 'verification-closed-'));
        dataDir = join(folder, '.data/postgres');
      });

      it('keeps the data outside, behind a link, over restarts', async () => {
        const first = await start();
        await query(first, 'CREATE TABLE kept AS SELECT 7 AS value');
        await first.stop();
        expect(lstatSync(dataDir).isSymbolicLink()).to.equal(true);
        expect(await query(await start(), 'SELECT value FROM kept')).to.deep.equal([{ value: 7 }]);
      });

      it('starts anew when the folder outside has been deleted', async () => {
        await (await start()).stop();
        rmSync(realpathSync(dataDir), { recursive: true });
        expect(await query(await start(), 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
      });

      it('leaves nothing after removeData', async () => {
        await (await start()).stop();
        const outside = realpathSync(dataDir);
        removeData(dataDir);
        expect([existsSync(outside), lstatSync(dataDir, { throwIfNoEntry: false })]).to.deep.equal([
          false,
          undefined,
        ]);
      });
    });
  }
});
