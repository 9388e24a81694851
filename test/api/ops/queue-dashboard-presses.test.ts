import { Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { type Sandbox, startSandbox } from '../../../sandbox/server.js';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { connectForBlocking, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { expectInvariants } from '../../support/database/invariants.js';
import type { TestClient } from '../../support/http/client.js';
import { useRealNetwork } from '../../support/network/real-network.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { type RunningTestWorker, startTestWorker } from '../../support/processes/running-worker.js';
import { expectNoSecondPaidCall, paidCalls } from '../../support/provider/provider-calls.js';
import { press, signInStaff } from './board.js';

const REQUESTS = 200;
const ROUNDS = 3;
const API_KEY = 'key-of-the-sandbox';
const SLOW = '0001010005070';
const QUICK = '0001010000071';
const RATE_LIMITED_ONCE = '0001010009072';

/** Every button that destroys, repeats or stops something, in an order that lets each of them find work. */
const BUTTONS: readonly [string, object?][] = [
  [`${CHECK_QUEUE}/retry/failed`],
  [`${CHECK_QUEUE}/retry/completed`],
  [`${CHECK_QUEUE}/promote`],
  [`${CHECK_QUEUE}/clean/waiting`],
  [`${CHECK_QUEUE}/clean/active`],
  [`${CHECK_QUEUE}/clean/delayed`],
  [`${CHECK_QUEUE}/clean/failed`],
  [`${CHECK_QUEUE}/empty`],
  [`${CHECK_QUEUE}/obliterate`],
  ['pause'],
  [`${CHECK_QUEUE}/promote`],
  ['resume'],
  [`${CHECK_QUEUE}/pause`],
  [`${CHECK_QUEUE}/empty`],
  [`${CHECK_QUEUE}/obliterate`, { force: false }],
  [`${CHECK_QUEUE}/obliterate`, { force: true }],
  [`${CHECK_QUEUE}/resume`],
];

describe('with 200 requests in flight, whoever presses the buttons of the queue dashboard', () => {
  let api: TestApi;
  let sandbox: Sandbox;
  let worker: RunningTestWorker;
  let browser: TestClient;
  /** Takes jobs by hand. */
  let taker: Worker;
  let blocking: Redis;

  // The worker is in this process, and other tests leave a provider of their own behind in it.
  useRealNetwork();

  // New for each attempt: requests left behind by one would fail the next.
  beforeEach(async () => {
    api = await startApi();
    sandbox = await startSandbox({ port: 0, apiKey: API_KEY, slowMs: 400 });
    browser = await signInStaff(api);
    worker = await startTestWorker({
      databaseUrl: api.database.url,
      redisUrl: api.redisUrl,
      providerUrl: sandbox.url,
      providerApiKey: API_KEY,
      concurrency: 20,
    });
    blocking = connectForBlocking(api.redisUrl);
    taker = new Worker(CHECK_QUEUE, null, { connection: blocking, prefix: REDIS_PREFIX, autorun: false });
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  afterEach(async () => {
    await taker.close(true);
    blocking.disconnect();
    await worker.stop();
    await sandbox.close();
    await api.close();
  });

  async function submitAll(): Promise<void> {
    const client = await api.signIn(await api.createClientUser());
    const subjects = Array.from({ length: REQUESTS }, (_, index) =>
      index === 0 ? RATE_LIMITED_ONCE : index % 2 === 0 ? SLOW : QUICK,
    );
    const answers = await Promise.all(
      subjects.map((subject, index) =>
        client.post('/api/v1/verifications', {
          service_code: 'said_verification',
          subject,
          idempotency_key: `pressed-${index}`,
          purpose: 'Check before a synthetic contract',
          authority_confirmed: true,
          charge_approved: true,
        }),
      ),
    );
    for (const { status } of answers) expect(status).to.be.oneOf([201, 202]);
  }

  const countOpen = async (): Promise<number> => {
    const [row] = await api.db.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM verifications WHERE status = 'pending'`,
    );
    return row?.open ?? 0;
  };

  /** What an investigator needs to find the reason. */
  async function whatIsStuck(): Promise<unknown> {
    const queue = await api.deps.checkQueue.bullmq();
    const checks = await api.db.query(
      `SELECT c.id, now() - c.rung_at AS enqueued_ago,
              (SELECT json_agg(json_build_object('state', p.state, 'reason', p.reason))
               FROM provider_calls p WHERE p.check_id = c.id) AS calls
       FROM checks c WHERE c.status = 'pending' LIMIT 5`,
    );
    return {
      jobs: await queue.getJobCounts(),
      paused: await queue.isPaused(),
      first: await queue.getRanges(['active', 'wait', 'prioritized', 'delayed'], 0, 4),
      checks,
      logs: worker.logs().slice(-20),
    };
  }

  /** Takes a few jobs away from the worker and fails them, as a defect would. */
  async function failSome(): Promise<void> {
    for (let failed = 0; failed < 5; failed += 1) {
      const job = await taker.getNextJob('token-of-the-test', { block: false });
      await job?.moveToFailed(new Error('failed by the test'), 'token-of-the-test', false);
    }
  }

  const queueHasWork = async (): Promise<boolean> =>
    (await (await api.deps.checkQueue.bullmq()).getJobCountByTypes('waiting', 'prioritized', 'active')) > 0;

  /** The buttons of single jobs, on some of the jobs that exist now. */
  async function pressOnJobs(seen: Map<string, Set<number>>): Promise<void> {
    const queue = await api.deps.checkQueue.bullmq();
    const states = ['active', 'waiting', 'delayed', 'failed'] as const;
    const jobs = await Promise.all(states.map((state) => queue.getJobs([state], 0, 1)));
    for (const job of jobs.flat()) {
      for (const act of ['retry', 'promote', 'clean']) {
        const { status } = await press(browser, `${CHECK_QUEUE}/${job.id}/${act}`);
        remember(seen, `job/${act}`, status);
      }
    }
  }

  function remember(seen: Map<string, Set<number>>, what: string, status: number): void {
    seen.set(what, (seen.get(what) ?? new Set()).add(status));
  }

  it('causes no second paid call and loses no request', async function () {
    this.timeout(240_000);
    await submitAll();
    const seen = new Map<string, Set<number>>();
    expect(await countOpen(), 'requests in flight').to.be.above(0);
    // On a slow machine all requests may be done before the last round.
    for (let round = 0; round < ROUNDS && (await countOpen()) > 0; round += 1) {
      await failSome();
      await pressOnJobs(seen);
      for (const [path, json] of BUTTONS) {
        const { status } = await press(browser, path, json);
        remember(seen, path, status);
      }
      // Endless pressing would keep the queue empty for ever, so the reconciler gets a turn.
      await waitFor(async () => (await queueHasWork()) || (await countOpen()) === 0, {
        timeoutMs: 60_000,
        describe: 'the reconciler enqueues it again',
      });
    }
    await waitFor(async () => (await countOpen()) === 0, {
      timeoutMs: 150_000,
      describe: 'all requests end',
    }).catch(async (error: unknown) => {
      throw new Error(`${String(error)} ${JSON.stringify(await whatIsStuck())}`);
    });

    // Every button existed and worked at least once.
    for (const [path] of BUTTONS) expect([...(seen.get(path) ?? [])], path).to.include(200);
    // The reconciler may remove a failed job before its button is pressed, which is then answered with 404.
    for (const act of ['retry', 'promote', 'clean']) expect(seen.has(`job/${act}`), act).to.equal(true);
    const outcomes = await api.db.query(
      `SELECT status, outcome, count(*)::int AS count FROM verifications GROUP BY status, outcome`,
    );
    expect(outcomes).to.deep.equal([{ status: 'completed', outcome: 'positive', count: REQUESTS }]);
    expect(paidCalls(sandbox.calls())).to.have.length(REQUESTS);
    await expectNoSecondPaidCall(api.db, sandbox.calls());
    await expectInvariants(api.db);
    expect(worker.logs().filter(({ msg }) => msg === 'gave up')).to.deep.equal([]);
  });
});
