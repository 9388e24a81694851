import { expect } from 'chai';
import { migrate } from '../../shared/db/migrate.js';
import { type Child, startChild } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { testRedisUrl } from '../support/redis.js';
import { PROVIDER_KEY, SECRETS } from '../support/service.js';
import { createEmptyDatabase } from '../support/superuser.js';
import { waitFor } from '../support/wait-for.js';

describe('the worker process, started before the migrations', function () {
  this.timeout(60_000);

  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let child: Child;
  beforeEach(async () => {
    database = await createEmptyDatabase();
    child = startChild('worker/main.ts', [], {
      ...SECRETS,
      DATABASE_URL: database.url,
      REDIS_URL: testRedisUrl(),
      PROVIDER_URL: 'http://127.0.0.1:1',
      PROVIDER_API_KEY: PROVIDER_KEY,
      METRICS_PORT: '0',
    });
    await line('waiting for migrations');
  });
  afterEach(async () => {
    child.process.kill('SIGKILL');
    await child.exited;
    await database.drop();
  });

  /** The whole log line with this message, once it is there. */
  const line = (message: string) =>
    waitFor(() => new RegExp(`^.*"msg":"${message}".*$`, 'm').exec(child.output())?.[0], {
      describe: `the line "${message}" of:\n${child.output()}`,
      timeoutMs: 20_000,
    });

  it('lives, is not ready, and takes up its work when they have run', async () => {
    const { port } = JSON.parse(await line('metrics listening')) as { port: number };
    const ops = new TestClient(`http://127.0.0.1:${port}`);
    expect((await ops.get('/healthz')).status).to.equal(200);
    const { status, body } = await ops.get('/readyz');
    expect(status).to.equal(503);
    expect(body.checks).to.include({ database: 'ok', migrations: 'pending' });
    expect(child.output()).not.to.include('worker started');

    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    await line('worker started');
    expect((await ops.get('/readyz')).status).to.equal(200);
    expect(child.output().match(/waiting for migrations/g)).to.have.length(1);
    child.process.kill('SIGTERM');
    expect(await child.exited).to.equal(0);
  });

  it('stops in order on SIGTERM while it waits', async () => {
    child.process.kill('SIGTERM');
    expect(await child.exited).to.equal(0);
    expect(child.output())
      .to.include('"msg":"stopped"')
      .and.not.to.match(/worker started|"level":"(error|fatal)"/);
  });
});
