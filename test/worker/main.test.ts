import { expect } from 'chai';
import { environmentOf } from '../../harness/environment.js';
import { NodeProcess } from '../../harness/node-process.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import { migrate } from '../../scripts/schema/migrate.js';
import { createEmptyDatabase } from '../support/database/superuser.js';
import { TestClient } from '../support/http/client.js';
import { startCuttingProxy } from '../support/network/cutting-proxy.js';
import { testRedisUrl } from '../support/redis/redis.js';

const STACK = /\.[jt]s:\d+|node_modules/;

describe('the worker process', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let child: NodeProcess;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    child.signal('SIGKILL');
    await child.exited;
    await database.drop();
  });

  function start(databaseUrl: string): void {
    child = new NodeProcess({
      name: 'worker',
      script: 'worker/main.js',
      environment: environmentOf(
        { databaseUrl, redisUrl: testRedisUrl() },
        { PROVIDER_URL: 'http://127.0.0.1:1', METRICS_PORT: '0' },
      ),
    });
  }

  /** The whole log line with this message, once it appears. */
  const line = (message: string) =>
    waitFor(() => new RegExp(`^.*"msg":"${message}".*$`, 'm').exec(child.output())?.[0], {
      describe: `the line "${message}" of:\n${child.output()}`,
      timeoutMs: 20_000,
    });

  async function opsClient(): Promise<TestClient> {
    const { port } = JSON.parse(await line('metrics listening')) as { port: number };
    return new TestClient(`http://127.0.0.1:${port}`);
  }

  describe('started while PostgreSQL is away', () => {
    let relay: Relay;
    beforeEach(async () => {
      await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
      relay = await startRelay(database.url);
      await relay.stopListening();
      start(relay.url);
    });
    afterEach(() => relay.close());

    it('says so in one plain line, lives, is not ready, and takes up its work when it is back', async () => {
      const told = JSON.parse(await line('PostgreSQL is away: waiting for it'));
      expect(told).to.include({
        level: 'warn',
        server: new URL(relay.url).host,
        reason: 'nothing listens there (ECONNREFUSED)',
      });
      const ops = await opsClient();
      expect((await ops.get('/healthz')).status).to.equal(200);
      const { status, body } = await ops.get('/readyz');
      expect(status).to.equal(503);
      expect(body.checks).to.include({ database: 'unreachable', migrations: 'unknown' });
      expect((await ops.get('/metrics')).body).to.match(/^postgres_up\{[^}]*\} 0$/m);

      await relay.listen();
      await line('PostgreSQL is back');
      await line('worker started');
      expect((await ops.get('/readyz')).status).to.equal(200);
      expect(child.output().match(/PostgreSQL is away/g)).to.have.length(1);
      expect(child.output()).not.to.match(/"level":"(error|fatal)"/);
      expect(child.output()).not.to.match(STACK);
    });

    it('stops in order on SIGTERM while it waits', async () => {
      await line('PostgreSQL is away: waiting for it');
      child.signal('SIGTERM');
      expect(await child.exited).to.equal(0);
      expect(child.output())
        .to.include('"msg":"stopped"')
        .and.not.to.match(/"level":"(error|fatal)"/);
    });
  });

  it('works on when PostgreSQL goes away again while it looks around', async () => {
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    const link = await startCuttingProxy(database.url);
    try {
      link.cutNext('before', 'row_security_active');
      start(link.url);
      await line('the database’s surroundings could not be examined');
      await line('worker started');
      expect(link.cuts()).to.equal(1);
    } finally {
      await link.close();
    }
  });

  it('ends with a line that says why, and without a stack, when its password is wrong', async () => {
    const url = new URL(database.url);
    url.username = 'nobody_here';
    url.password = 'hidden-password';
    start(url.href);
    expect(await child.exited).to.equal(1);
    expect(JSON.parse(await line('the process cannot start')).err.code).to.match(/^28/);
    expect(child.output()).not.to.include('hidden-password');
    expect(child.output()).not.to.match(STACK);
  });

  describe('started before the migrations', () => {
    beforeEach(async () => {
      start(database.url);
      await line('waiting for migrations: run npm run migrate');
    });

    it('lives, is not ready, and takes up its work when they have run', async () => {
      const ops = await opsClient();
      expect((await ops.get('/healthz')).status).to.equal(200);
      const { status, body } = await ops.get('/readyz');
      expect(status).to.equal(503);
      expect(body.checks).to.include({ database: 'ok', migrations: 'pending' });
      expect(child.output()).not.to.include('worker started');

      await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
      await line('worker started');
      expect((await ops.get('/readyz')).status).to.equal(200);
      expect(child.output().match(/waiting for migrations/g)).to.have.length(1);
      child.signal('SIGTERM');
      expect(await child.exited).to.equal(0);
    });

    it('stops in order on SIGTERM while it waits', async () => {
      child.signal('SIGTERM');
      expect(await child.exited).to.equal(0);
      expect(child.output())
        .to.include('"msg":"stopped"')
        .and.not.to.match(/worker started|"level":"(error|fatal)"/);
    });
  });
});
