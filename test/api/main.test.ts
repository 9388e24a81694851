import { expect } from 'chai';
import { environmentOf } from '../../harness/environment.js';
import { NodeProcess } from '../../harness/node-process.js';
import { startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { connectForCommands } from '../../shared/redis/connect.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { TestClient } from '../support/http/client.js';
import { startCuttingProxy } from '../support/network/cutting-proxy.js';

const NOBODY_LISTENS = 'redis://127.0.0.1:1';

describe('the API process', function () {
  this.timeout(90_000);

  let database: TestDatabase;
  let child: NodeProcess;
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => child.signal('SIGKILL'));
  after(() => database.drop());

  function start(environment: Record<string, string> = {}): void {
    child = new NodeProcess({
      name: 'api',
      script: 'api/main.js',
      environment: environmentOf(
        { databaseUrl: database.url, redisUrl: NOBODY_LISTENS },
        { PORT: '0', ...environment },
      ),
    });
  }

  /** The port of the log line that ends the start of a server. */
  const portOf = (message: string) =>
    waitFor(() => new RegExp(`"port":(\\d+),"msg":"${message}"`).exec(child.output())?.[1], {
      describe: `the line "${message}"`,
      // The first start compiles everything, on a machine that may be busy.
      timeoutMs: 60_000,
    });

  it('says that migrations are missing, once, and is not ready', async () => {
    const missing = await createTestDatabase();
    try {
      await withClient(missing.ownerUrl, (owner) =>
        owner.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)'),
      );
      start({ DATABASE_URL: missing.url });
      const port = await portOf('api listening');
      await waitFor(
        () => child.output().includes('"pending":1,"msg":"waiting for migrations: run npm run migrate"'),
        {
          describe: 'it says so',
        },
      );
      const ready = await new TestClient(`http://127.0.0.1:${port}`).get('/readyz');
      expect(ready.status).to.equal(503);
      expect(child.output().match(/waiting for migrations/g)).to.have.length(1);
    } finally {
      child.signal('SIGKILL');
      await missing.drop();
    }
  });

  it('names a Redis whose password is wrong, once, and what to do', async () => {
    const redis = await startOwnRedis();
    const admin = connectForCommands(redis.url);
    try {
      await waitFor(() => admin.status === 'ready', { describe: 'Redis connected' });
      await admin.config('SET', 'requirepass', 'right-password');
      const url = new URL(redis.url);
      url.password = 'wrong-password';
      start({ REDIS_URL: url.href });
      await portOf('api listening');
      await waitFor(() => child.output().includes('Redis is away'), { describe: 'it says so' });
      await admin.auth('right-password');
      await admin.config('SET', 'requirepass', 'wrong-password');
      await waitFor(() => child.output().includes('Redis is back'), { describe: 'it says that too' });
      const lines = child
        .output()
        .split('\n')
        .filter((text) => text.includes('Redis is away'));
      expect(lines).to.have.length(1);
      expect(JSON.parse(lines[0] ?? '{}')).to.include({
        server: url.host,
        reason: 'the user or the password is wrong: correct it in REDIS_URL (WRONGPASS)',
      });
      expect(child.output()).not.to.include('wrong-password');
    } finally {
      admin.disconnect();
      await redis.remove();
    }
  });

  it('starts degraded while Redis is away, serves, and stops with 0 on SIGTERM', async () => {
    start({ METRICS_PORT: '0' });
    const api = new TestClient(`http://127.0.0.1:${await portOf('api listening')}`);
    const ready = await api.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body.status).to.equal('degraded');
    const ops = new TestClient(`http://127.0.0.1:${await portOf('metrics listening')}`);
    expect((await ops.get('/metrics')).body).to.include('nodejs_eventloop_lag');
    child.signal('SIGTERM');
    expect(await child.exited).to.equal(0);
  });

  it('waits for PostgreSQL, says so and why, is alive and not ready, and works as soon as it is there', async () => {
    const link = await startCuttingProxy(database.url);
    await link.close();
    start({ DATABASE_URL: link.url });
    const api = new TestClient(`http://127.0.0.1:${await portOf('api listening')}`);
    expect((await api.get('/healthz')).status).to.equal(200);
    expect((await api.get('/readyz')).body).to.deep.include({ status: 'service_unavailable' });
    const refused = await api.post('/api/v1/login', { email: 'nobody@example.test', password: 'nothing' });
    expect([refused.status, refused.body.stored]).to.deep.equal([503, 'no']);
    await waitFor(() => child.output().includes('PostgreSQL is away: waiting for it'), {
      describe: 'it says so',
    });
    const line =
      child
        .output()
        .split('\n')
        .find((text) => text.includes('is away: waiting')) ?? '{}';
    expect(JSON.parse(line)).to.include({
      server: new URL(link.url).host,
      reason: 'nothing listens there (ECONNREFUSED)',
    });
    expect(child.output())
      .not.to.include(new URL(database.url).password)
      .and.not.to.match(/\bat .*:\d+:\d+/);
    await link.listen();
    await waitFor(async () => (await api.get('/readyz')).status === 200, { describe: 'it is ready' });
    await link.close();
  });

  it('works on when PostgreSQL goes away again while it looks around', async () => {
    const link = await startCuttingProxy(database.url);
    try {
      link.cutNext('before', 'row_security_active');
      start({ DATABASE_URL: link.url });
      const api = new TestClient(`http://127.0.0.1:${await portOf('api listening')}`);
      await waitFor(() => child.output().includes('could not be examined'), { describe: 'it says so' });
      expect(link.cuts()).to.equal(1);
      expect((await api.get('/readyz')).status).to.equal(200);
    } finally {
      await link.close();
    }
  });

  it('waits for the migrations where they have granted its role nothing yet', async () => {
    const missing = await createTestDatabase();
    try {
      await withClient(superuserUrlOf(missing.url), (superuser) =>
        superuser.query(`REVOKE ALL ON SCHEMA public FROM PUBLIC, ${new URL(missing.url).username}`),
      );
      start({ DATABASE_URL: missing.url });
      const api = new TestClient(`http://127.0.0.1:${await portOf('api listening')}`);
      await waitFor(() => child.output().includes('could not be examined'), { describe: 'it says so' });
      expect((await api.get('/readyz')).body.checks).to.include({ migrations: 'pending' });
    } finally {
      child.signal('SIGKILL');
      await missing.drop();
    }
  });

  it('prints every fault of its configuration at once, by name and not by value, and exits with 1', async () => {
    start({
      NODE_ENV: 'production',
      JWT_SECRETS: 'test:c2hvcnQ=',
      INDEX_KEY: '',
      // A password of one repeated byte.
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 2).toString('base64')}`,
      PORT: 'none',
      TRUST_PROXY: 'all',
    });
    expect(await child.exited).to.equal(1);
    for (const name of ['JWT_SECRETS', 'INDEX_KEY', 'ENCRYPTION_KEYS', 'PORT', 'TRUST_PROXY']) {
      expect(child.output()).to.match(new RegExp(`- ${name} `));
    }
    expect(child.output()).not.to.include('c2hvcnQ=');
  });
});
