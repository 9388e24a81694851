import { expect } from 'chai';
import { type Child, startChild } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { waitFor } from '../support/wait-for.js';

const secret = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const NOBODY_LISTENS = 'redis://127.0.0.1:1';

describe('the API process', function () {
  this.timeout(90_000);

  let database: TestDatabase;
  let child: Child;
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => child.process.kill('SIGKILL'));
  after(() => database.drop());

  function start(environment: Record<string, string> = {}): void {
    child = startChild('api/main.ts', [], {
      DATABASE_URL: database.url,
      REDIS_URL: NOBODY_LISTENS,
      JWT_SECRETS: `test:${secret(1)}`,
      ENCRYPTION_KEYS: `test:${secret(2)}`,
      INDEX_KEY: secret(3),
      PORT: '0',
      ...environment,
    });
  }

  /** The port of the log line that ends the start of a server. */
  const portOf = (message: string) =>
    waitFor(() => new RegExp(`"port":(\\d+),"msg":"${message}"`).exec(child.output())?.[1], {
      describe: `the line "${message}"`,
      // The first start compiles everything, on a machine that may be busy.
      timeoutMs: 60_000,
    });

  it('starts degraded while Redis is away, serves, and stops with 0 on SIGTERM', async () => {
    start({ METRICS_PORT: '0' });
    const api = new TestClient(`http://127.0.0.1:${await portOf('api listening')}`);
    const ready = await api.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body.status).to.equal('degraded');
    const ops = new TestClient(`http://127.0.0.1:${await portOf('metrics listening')}`);
    expect((await ops.get('/metrics')).body).to.include('nodejs_eventloop_lag');
    child.process.kill('SIGTERM');
    expect(await child.exited).to.equal(0);
  });

  it('exits with 1 when PostgreSQL cannot be reached, and names no secret', async () => {
    start({ DATABASE_URL: 'postgres://somebody:hidden-password@127.0.0.1:1/none' });
    expect(await child.exited).to.equal(1);
    expect(child.output()).to.include('"fatal"').and.not.to.include('hidden-password');
  });

  it('prints every fault of its configuration at once, by name and not by value, and exits with 1', async () => {
    start({
      NODE_ENV: 'production',
      JWT_SECRETS: 'test:c2hvcnQ=',
      INDEX_KEY: '',
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
