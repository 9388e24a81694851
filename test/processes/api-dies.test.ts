import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { checkIdsOf, queueKey } from '../../harness/check-queue.js';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { submit } from '../support/checks/submit.js';
import { startLoad } from '../support/http/load.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

describe('an API that is killed between accepting a request and telling the workers', function () {
  this.timeout(60_000);

  let redis: OwnServer;
  let service: Service;
  let client: SeededClient;
  beforeEach(async () => {
    redis = await startOwnRedis();
    service = await startService({ workers: 0, redisUrl: redis.url });
    client = await service.seedClient({ credits: 100 });
  });
  afterEach(async () => {
    process.kill(redis.pid, 'SIGCONT');
    await service.stop();
    await redis.remove();
  });

  it('has stored it: it completes after the restart, and the same key finds it', async () => {
    // A suspended Redis keeps the job from being enqueued, but not the commit from being made.
    await waitFor(() => service.redis.status === 'ready', { describe: 'Redis is connected' });
    process.kill(redis.pid, 'SIGSTOP');
    const key = randomUUID();
    const answer = submit(service.api.client, client.token, { key }).catch(() => 'connection lost');
    const [checkId = ''] = await waitFor(
      async () => {
        const ids = await checkIdsOf(service.db, client.clientId);
        return ids.length > 0 && ids;
      },
      { describe: 'the request is committed' },
    );
    await service.api.kill();
    expect(await answer).to.equal('connection lost');
    process.kill(redis.pid, 'SIGCONT');
    expect(await service.redis.exists(queueKey(checkId)), 'jobs of the check').to.equal(0);
    expect(service.sandbox.calls()).to.have.length(0);

    await service.startWorker();
    const api = await service.startApi();
    const replay = await submit(api.client, client.token, { key, prefer: 'wait=20' });
    expect(replay.status).to.equal(200);
    expect(replay.body).to.include({ status: 'completed', idempotent_replay: true, credits_charged: 5 });
    expect(paidCalls(service.sandbox.calls())).to.have.length(1);
    await service.expectSound();
  });
});

describe('an API that is stopped', function () {
  this.timeout(60_000);

  it('answers the requests that wait for a worker, accepts no more, and ends with 0', async () => {
    const service = await startService({ workers: 0 });
    try {
      const client = await service.seedClient();
      const keys = Array.from({ length: 5 }, () => randomUUID());
      const waiting = keys.map((key) => submit(service.api.client, client.token, { key, prefer: 'wait=30' }));
      await waitFor(async () => (await checkIdsOf(service.db, client.clientId)).length === keys.length, {
        describe: 'all are accepted',
      });
      const stopped = service.api.stop();
      for (const answer of await Promise.all(waiting)) {
        expect(answer.status).to.equal(202);
        expect(answer.body).to.include({ status: 'pending', credits_reserved: 5 });
        expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
        expect(answer.headers.get('location')).to.equal(`/api/v1/verifications/${answer.body.request_id}`);
      }
      expect(await stopped).to.deep.equal({ code: 0, signal: null });
      const late = await submit(service.api.client, client.token).catch(() => 'refused');
      expect(late).to.equal('refused');
      await service.expectSound();
    } finally {
      await service.stop();
    }
  });

  it('ends at once although callers with patience keep on asking, while another takes over', async () => {
    const service = await startService({ apis: 2 });
    try {
      const client = await service.seedClient({ credits: 1_000_000 });
      await service.addFault({ fault: 'slow', delay_ms: 300 });
      const load = startLoad({ apis: service.apis, token: client.token, lanes: 16, prefer: 'wait=30' });
      await waitFor(() => load.acknowledged() >= 20, { describe: 'the callers are at it' });
      const startedAt = performance.now();
      expect(await service.api.stop()).to.deep.equal({ code: 0, signal: null });
      expect(performance.now() - startedAt, 'milliseconds').to.be.lessThan(10_000);
      const sent = await load.stop();
      expect(sent.every(({ requestId }) => requestId !== undefined)).to.equal(true);
      await waitUntilSettled(service.db);
      await service.expectSound();
    } finally {
      await service.stop();
    }
  });
});
