import { expect } from 'chai';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { openWebhookQueue } from '../../../shared/queues/webhook-queue.js';
import { REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { publishReconcilerRun } from '../../../shared/redis/reconciler-run.js';
import { publishRouteHealth } from '../../../shared/redis/route-health.js';
import { dispatch } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const QUEUE = '/api/v1/support/queue';

describe('the queue numbers', () => {
  let redis: OwnServer;
  let api: TestApi;
  let support: TestClient;
  beforeEach(async () => {
    redis = await startOwnRedis();
    api = await startApi({ redisUrl: redis.url });
    support = await api.signIn(await api.createStaff('support'));
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  afterEach(async () => {
    await api.close();
    await redis.remove();
  });

  it('are for support only', async () => {
    const strangers = [
      api.client,
      await api.signIn(await api.createClientUser()),
      await api.signIn(await api.createStaff('admin')),
    ];
    for (const stranger of strangers) expect((await stranger.get(QUEUE)).status).to.equal(401);
    expect((await support.get(`${QUEUE}?x=1`)).status).to.equal(422);
  });

  it('are all there on an idle system', async () => {
    const { status, body } = await support.get(QUEUE);
    expect(status).to.equal(200);
    expect(body.redis).to.equal('ok');
    const idle = {
      paused: false,
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 0,
      oldest_waiting_seconds: null,
    };
    expect(body.queue).to.deep.equal(idle);
    expect(body.webhook_queue).to.deep.equal(idle);
    expect(body.circuits).to.deep.equal([]);
    expect(body.reconciler).to.deep.equal({ last_run: null, last_repair: null });
    expect(body.checks).to.deep.equal({ pending: 0, oldest_pending_seconds: null, in_flight: 0, overdue: 0 });
    expect(body.reviews).to.deep.equal({
      total: 0,
      by_reason: { no_answer: 0, unclear_answer: 0, not_reached: 0, history_changed: 0 },
      taken: 0,
      paid_twice: 0,
      oldest_seconds: null,
    });
  });

  it('count what PostgreSQL has open', async () => {
    const { clientId } = await api.createClientUser();
    const hourAgo = new Date(Date.now() - 3_600_000);
    await buildVerification(api.db, { clientId, createdAt: hourAgo });
    await dispatch(api.db, await acceptOne(api.db, { clientId }), { deadlineMs: 60_000 });
    await dispatch(api.db, await acceptOne(api.db, { clientId }), { deadlineMs: -1 });
    await buildVerification(api.db, { clientId, status: 'completed' });
    const review = await buildVerification(api.db, { clientId, status: 'manual_review', createdAt: hourAgo });
    await buildVerification(api.db, { clientId, status: 'manual_review', reviewReason: 'not_reached' });
    await support.post(`/api/v1/support/reviews/${review.requestId}/take`);

    const { body } = await support.get(QUEUE);
    expect(body.checks).to.include({ pending: 3, in_flight: 2, overdue: 1 });
    expect(body.checks.oldest_pending_seconds).to.be.within(3_599, 3_700);
    expect(body.reviews).to.deep.include({
      total: 2,
      by_reason: { no_answer: 1, unclear_answer: 0, not_reached: 1, history_changed: 0 },
      taken: 1,
    });
    expect(body.reviews.oldest_seconds).to.be.within(3_599, 3_700);
  });

  it('tell what the queue holds, how long the oldest waits, and that it is paused', async () => {
    const queue = await api.deps.checkQueue.bullmq();
    const timestamp = Date.now() - 90_000;
    await queue.add('run-check', { check_id: newId() }, { timestamp });
    await queue.add('run-check', { check_id: newId() });
    await queue.add('run-check', { check_id: newId() }, { delay: 60_000 });
    await queue.pause();
    const { body } = await support.get(QUEUE);
    expect(body.queue).to.include({ paused: true, waiting: 2, delayed: 1, active: 0 });
    expect(body.queue.oldest_waiting_seconds).to.be.within(89, 120);
  });

  it('tell for how many endpoints of webhooks messages wait', async () => {
    const webhooks = openWebhookQueue(api.deps.redis);
    await webhooks.enqueue([1, 2].map(() => ({ endpointId: newId(), clientId: newId() })));
    const { body } = await support.get(QUEUE);
    expect(body.webhook_queue).to.include({ paused: false, waiting: 2, active: 0 });
    expect(body.queue.waiting).to.equal(0);
    await webhooks.close();
  });

  it('tell what the workers see of the upstream routes', async () => {
    const state = (name: 'open' | 'half_open' | 'closed', failures: number) => [
      {
        provider: 'upstream' as const,
        path: '/cipc',
        state: name,
        consecutive_failures: failures,
        checks: ['cipc_company' as const],
      },
    ];
    await publishRouteHealth(api.deps.redis, 'one', state('open', 7));
    await publishRouteHealth(api.deps.redis, 'two', state('half_open', 5));
    await publishRouteHealth(api.deps.redis, 'three', state('closed', 0));
    const { body } = await support.get(QUEUE);
    const cipc = body.circuits.find(({ path }: { path: string }) => path === '/cipc');
    expect(cipc).to.deep.equal({
      provider: 'upstream',
      path: '/cipc',
      checks: ['cipc_company'],
      health: 'degraded',
      workers: 3,
      open: 1,
      half_open: 1,
      consecutive_failures: 7,
    });
  });

  it('tell when the reconciler last ran, and when it last mended something', async () => {
    const idle = { duration_ms: 5, requeued: 0, lost_calls: 0, never_reached: 0, stale_jobs: 0 };
    const repair = { ...idle, at: '2026-01-01T00:00:00.000Z', requeued: 3 };
    const run = { ...idle, at: '2026-01-01T00:00:02.000Z' };
    await publishReconcilerRun(api.deps.redis, repair);
    await publishReconcilerRun(api.deps.redis, run);
    const { body } = await support.get(QUEUE);
    expect(body.reconciler).to.deep.equal({ last_run: run, last_repair: repair });
  });

  it('read what a worker of the release before reported, which can read theirs', async () => {
    const counts = { lost_calls: 0, never_reached: 0, stale_jobs: 0 };
    const repair = { at: '2026-01-01T00:00:00.000Z', duration_ms: 5, ...counts };
    const key = `${REDIS_PREFIX}:reconciler:last-repair`;
    await api.deps.redis.set(key, JSON.stringify({ ...repair, rung: 2 }));
    const { body } = await support.get(QUEUE);
    expect(body.reconciler.last_repair).to.deep.equal({ ...repair, requeued: 2 });
    await publishReconcilerRun(api.deps.redis, { ...repair, requeued: 3 });
    expect(JSON.parse((await api.deps.redis.get(key)) ?? '')).to.deep.include({ ...repair, rung: 3 });
  });

  it('tell what is known without Redis, and come back with it', async () => {
    await redis.crash();
    const away = await support.get(QUEUE);
    expect(away.status).to.equal(200);
    expect(away.body).to.deep.include({
      redis: 'unreachable',
      queue: null,
      webhook_queue: null,
      circuits: null,
      reconciler: null,
    });
    expect(away.body.checks.pending).to.equal(0);
    await redis.restart();
    await waitFor(async () => (await support.get(QUEUE)).body.redis === 'ok', { describe: 'Redis is back' });
  });

  it('do not wait for a Redis that stands still', async () => {
    await support.get(QUEUE);
    process.kill(redis.pid, 'SIGSTOP');
    try {
      const startedAt = performance.now();
      const { status, body } = await support.get(QUEUE);
      expect(status).to.equal(200);
      expect(body.redis).to.equal('unreachable');
      expect(performance.now() - startedAt).to.be.below(4_000);
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
  });
});
