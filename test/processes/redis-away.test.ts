import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { NodeProcess } from '../../harness/node-process.js';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { startRelay } from '../../harness/relay.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import { SETTLED_CHANNEL } from '../../shared/redis/settled-channel.js';
import { openAcknowledgements } from '../../shared/witness/acknowledgements.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

describe('Redis, which may vanish at any moment', function () {
  this.timeout(90_000);

  let redis: OwnServer;
  let service: Service;
  let client: SeededClient;
  beforeEach(async () => {
    redis = await startOwnRedis();
  });
  afterEach(async () => {
    await service.stop();
    await redis.remove();
  });

  async function submitMany(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => submitAsync(service.api.client, client.token)));
  }

  async function expectAllCompleted(count: number): Promise<void> {
    expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({ completed: count });
    expect(paidCalls(service.sandbox.calls())).to.have.length(count);
    await service.expectSound();
  }

  /** Everything that needs only PostgreSQL answers as usual; only readiness reports that something is missing. */
  async function expectReadable(requestId: string): Promise<void> {
    const reader = service.api.client.withToken(client.token);
    const resources = [
      'verifications',
      `verifications/${requestId}`,
      'wallet',
      'wallet/entries',
      'services',
      'me',
    ];
    for (const resource of resources) {
      expect((await reader.get(`/api/v1/${resource}`)).status, resource).to.equal(200);
    }
    const { email, password } = client;
    expect((await service.api.client.post('/api/v1/login', { email, password })).status).to.equal(200);
    expect((await reader.get('/healthz')).status).to.equal(200);
    const ready = await reader.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body).to.deep.include({ status: 'degraded' });
  }

  it('forgets 200 requests, some of them in work: all complete, each called once', async () => {
    service = await startService({ redisUrl: redis.url, env: { WORKER_CONCURRENCY: '10' } });
    client = await service.seedClient();
    await service.addFault({ fault: 'slow', delay_ms: 100 });
    await submitMany(200);
    await waitFor(() => service.sandbox.calls().length >= 20, { describe: 'the worker is in the middle' });
    await service.redis.flushall();
    expect(service.sandbox.calls().length, 'calls begun before the flush').to.be.lessThan(150);
    await expectAllCompleted(200);
  });

  it('crashes: requests are still accepted, and complete when it is back', async () => {
    service = await startService({ redisUrl: redis.url });
    client = await service.seedClient();
    await submitMany(1);
    await waitUntilSettled(service.db, client.clientId);
    await redis.crash();

    const startedAt = performance.now();
    const waiting = await submit(service.api.client, client.token, { prefer: 'wait=1' });
    expect(waiting.status).to.equal(202);
    expect(waiting.body).to.include({ status: 'pending', credits_reserved: 5 });
    expect(performance.now() - startedAt, 'milliseconds').to.be.lessThan(4_000);
    const requestId = waiting.body.request_id as string;
    await expectReadable(requestId);
    await submitMany(9);
    expect(service.sandbox.calls(), 'calls made without a queue').to.have.length(1);

    await redis.restart();
    await expectAllCompleted(11);
  });

  it('takes no writes for a while: what is acknowledged meanwhile, it is told as soon as it does', async () => {
    service = await startService({ redisUrl: redis.url });
    client = await service.seedClient();
    const before = await submitAsync(service.api.client, client.token);
    await service.redis.config('SET', 'maxmemory', '1');
    const meanwhile = await submitAsync(service.api.client, client.token);
    const { last } = openAcknowledgements(service.redis);
    const named = [before, meanwhile].map((id) => fromPublicId('verification', id));
    expect(await last()).to.deep.equal(named.slice(0, 1));
    await service.redis.config('SET', 'maxmemory', '0');
    await waitFor(async () => (await last()).includes(named[1] ?? ''), { describe: 'Redis is told' });
    await expectAllCompleted(2);
  });

  it('is away when a worker is told to stop in the middle of a call: it settles it and ends in order', async () => {
    service = await startService({ redisUrl: redis.url });
    client = await service.seedClient();
    await service.addFault({ fault: 'slow', delay_ms: 2_000 });
    await submitAsync(service.api.client, client.token);
    await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the call is under way' });
    await redis.crash();
    const [worker] = service.workers as [NodeProcess];
    await worker.waitForLog('Redis is away');

    expect(await worker.stop()).to.deep.equal({ code: 0, signal: null });
    const messages = worker.logs().map(({ msg }) => msg);
    expect(messages).to.include('stopped');
    // One line says that Redis is away, however often its connections try again.
    expect(messages.filter((msg) => /queue connection/.test(String(msg)))).to.deep.equal([]);
    expect(await service.db.query('SELECT 1 FROM workers WHERE ended_at IS NULL')).to.deep.equal([]);
    await expectAllCompleted(1);
  });

  it('is away when API and worker start: both start, and work as soon as it appears', async () => {
    await redis.crash();
    service = await startService({ redisUrl: redis.url });
    client = await service.seedClient();
    const ready = await service.api.client.get('/readyz');
    expect(ready.status).to.equal(200);
    expect(ready.body).to.deep.include({ status: 'degraded' });
    await submitMany(5);

    await redis.restart();
    await expectAllCompleted(5);
    await waitFor(async () => (await service.api.client.get('/readyz')).body.status === 'ok', {
      describe: 'the API is fully ready',
    });
    // Found through the queue and not by the reconciler: everything works as if Redis had never been away.
    const prompt = await submit(service.api.client, client.token, { prefer: 'wait=3' });
    expect(prompt.status).to.equal(201);
  });

  it('falls silent without closing a connection, and another takes its address: work goes on there', async () => {
    const successor = await startOwnRedis();
    const there = new Redis(successor.url);
    const address = await startRelay(redis.url);
    try {
      await there.config('SET', 'requirepass', new URL(redis.url).password);
      service = await startService({ redisUrl: address.url });
      client = await service.seedClient();
      await submitMany(1);
      await waitUntilSettled(service.db, client.clientId);
      // As a machine that is gone: nobody is left to say so on the connections that lead there.
      process.kill(redis.pid, 'SIGSTOP');
      address.redirect(successor.url);
      await submitMany(3);
      await expectAllCompleted(4);
      await waitFor(async () => (await service.api.client.get('/readyz')).body.status === 'ok', {
        describe: 'the API is fully ready',
      });
      // What only listens is there too.
      await waitFor(async () => (await there.pubsub('NUMSUB', SETTLED_CHANNEL))[1] === 1, {
        describe: 'the API listens there',
      });
    } finally {
      process.kill(redis.pid, 'SIGCONT');
      there.disconnect();
      await address.close();
      await successor.remove();
    }
  });
});
