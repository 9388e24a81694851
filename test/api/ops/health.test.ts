import { expect } from 'chai';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { watchProcess } from '../../../shared/ops/metrics.js';
import { createOpsServer } from '../../../shared/ops/ops-server.js';
import { checkReadiness } from '../../../shared/ops/readiness.js';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { HISTORY_KEY } from '../../../shared/witness/keys.js';
import { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('health', () => {
  let redis: OwnServer;
  let api: TestApi;
  beforeEach(async () => {
    redis = await startOwnRedis();
    api = await startApi({ redisUrl: redis.url });
    await api.deps.durability.look();
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  afterEach(async () => {
    await api.close();
    await redis.remove();
  });

  it('is ok while everything is there', async () => {
    expect((await api.client.get('/healthz')).body).to.deep.equal({ status: 'ok' });
    const ready = await api.client.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body).to.deep.equal({
      status: 'ok',
      durability: 'local',
      checks: { database: 'ok', migrations: 'ok', redis: 'ok', history: 'adopted', durability: 'ok' },
    });
  });

  it('is degraded, but ready, while Redis is away', async () => {
    await redis.crash();
    const ready = await api.client.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body).to.deep.include({ status: 'degraded' });
    expect(ready.body.checks.redis).to.equal('unreachable');
  });

  it('is degraded, but ready, while something else is written over a key of ours', async () => {
    for (const key of [`${REDIS_PREFIX}:${CHECK_QUEUE}:marker`, HISTORY_KEY]) {
      await api.deps.redis.unlink(key);
      await api.deps.redis.set(key, 'x');
      const ready = await api.client.get('/readyz');
      expect(ready.status).to.equal(200);
      expect(ready.body).to.deep.include({ status: 'degraded' });
      expect(ready.body.checks.redis).to.equal('unusable_keys');
      await api.deps.redis.unlink(key);
      expect((await api.client.get('/readyz')).body.checks.redis).to.equal('ok');
    }
  });

  it('is not ready, but alive, while PostgreSQL is away', async () => {
    await api.database.drop();
    const ready = await api.client.get('/readyz');
    expect(ready.status).to.equal(503);
    expect(ready.headers.get('retry-after')).to.equal('5');
    expect(ready.body).to.include({ status: 'service_unavailable', durability: 'local' });
    expect(ready.body.checks).to.deep.include({ database: 'unreachable', migrations: 'unknown' });
    expect((await api.client.get('/healthz')).status).to.equal(200);
  });

  it('is not ready from the first moment of a stop, and says so without asking anybody', async () => {
    const { ops, close } = await openOps(api);
    try {
      Object.assign(api.deps.draining, { begun: true });
      await api.database.drop();
      for (const caller of [api.client, ops]) {
        const ready = await caller.get('/readyz');
        expect(ready.status).to.equal(503);
        expect(ready.body.checks).to.deep.equal({ process: 'stopping' });
      }
    } finally {
      await close();
    }
  });

  it('is not ready while a migration that this build knows is missing', async () => {
    const owner = await startApi({ database: { ...api.database, url: api.database.ownerUrl } });
    try {
      await owner.db.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
      const ready = await api.client.get('/readyz');
      expect(ready.status).to.equal(503);
      expect(ready.body.checks).to.deep.include({ database: 'ok', migrations: 'pending' });
      expect(ready.body.message).to.include('npm run migrate');
      await owner.db.query('DROP TABLE migrations');
      expect((await api.client.get('/readyz')).body.checks.migrations).to.equal('pending');
    } finally {
      await owner.close();
    }
  });

  it('and figures are served on a port of their own', async () => {
    const { registry } = api;
    watchProcess(registry, { main: api.deps.db });
    const { ops, close } = await openOps(api);
    try {
      await api.client.get('/lookup/0001010000071');
      await api.client.post('/api/v1/login', { email: 'nobody@example.test', password: 'x' });
      expect((await ops.get('/healthz')).body).to.deep.equal({ status: 'ok' });
      expect((await ops.get('/readyz')).body.status).to.equal('ok');
      const { body, headers } = await ops.get('/metrics');
      expect(headers.get('content-type')).to.match(/^text\/plain/);
      expect(body).to.match(
        /http_request_duration_seconds_count\{[^}]*route="unknown"[^}]*status="404"[^}]*\} 1\n/,
      );
      expect(body).to.match(/login_failures_total\{reason="password",process="api"\} 1\n/);
      expect(body).to.include('nodejs_eventloop_lag_p99_seconds');
      expect(body).to.match(/pg_pool_connections\{pool="main",state="idle",process="api"\} \d/);
      expect(body).not.to.include('0001010000071');
      await api.database.drop();
      const away = await ops.get('/readyz');
      expectError(away, {
        httpStatus: 503,
        status: 'service_unavailable',
        more: ['checks', 'durability', 'stored'],
      });
      expect(away.body.durability).to.equal('local');
      expect(away.body.checks).to.deep.include({ database: 'unreachable' });
      registry.metrics = () => Promise.reject(new Error('A gauge cannot be read'));
      expectError(await ops.get('/metrics'), {
        httpStatus: 500,
        status: 'internal_error',
      });
    } finally {
      await close();
    }
  });

  it('on that port shows figures to whoever has METRICS_TOKEN, and the rest to probes', async () => {
    const { ops, close } = await openOps(api, 'token-of-the-test');
    try {
      for (const authorization of [undefined, 'Bearer wrong', 'Bearer ', 'Basic token-of-the-test']) {
        const refused = await ops.get('/metrics', { headers: { ...(authorization && { authorization }) } });
        expectError(refused, { httpStatus: 401, status: 'unauthorized' });
        expect(refused.headers.get('www-authenticate')).to.equal('Bearer');
      }
      const shown = await ops.get('/metrics', { headers: { authorization: 'Bearer token-of-the-test' } });
      expect(shown.status).to.equal(200);
      expect((await ops.get('/healthz')).status).to.equal(200);
      expect((await ops.get('/readyz')).status).to.equal(200);
    } finally {
      await close();
    }
  });

  it('on that port keeps the rules of every address', async () => {
    const { ops, close } = await openOps(api);
    try {
      const { headers } = await ops.get('/healthz');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none'/);
      const named = await ops.get('/else', { headers: { 'x-correlation-id': 'ops-1' } });
      expectError(named, { httpStatus: 404, status: 'not_found' });
      expect(named.headers.get('x-correlation-id')).to.equal('ops-1');
      expectError(await ops.post('/else'), { httpStatus: 404, status: 'not_found' });
      const refused = await ops.post('/metrics');
      expectError(refused, { httpStatus: 405, status: 'method_not_allowed' });
      expect(refused.headers.get('allow')).to.equal('GET, HEAD');
      const queried = await ops.get('/metrics?0001010000071=1');
      expectError(queried, {
        httpStatus: 422,
        status: 'validation_failed',
        more: ['errors'],
      });
      expect(queried.body.errors).to.have.length(1);
      expect(queried.body.errors[0]).to.include({ field: '*********0071', code: 'unknown_field' });
    } finally {
      await close();
    }
  });
});

/** Serves METRICS_PORT of this API on a port of its own, until closed. */
async function openOps(
  api: TestApi,
  token?: string,
): Promise<{ ops: TestClient; close: () => Promise<void> }> {
  const server = createOpsServer({
    registry: api.registry,
    token,
    readiness: () => checkReadiness({ ...api.deps, db: api.deps.db.unscoped }),
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    ops: new TestClient(`http://127.0.0.1:${port}`, {}, false),
    close: () => closeServer(server),
  };
}
