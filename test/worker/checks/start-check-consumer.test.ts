import { setTimeout as sleep } from 'node:timers/promises';
import { type Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import { ofOneClient } from '../../../harness/check-queue.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import {
  CHECK_QUEUE,
  type CheckJobData,
  type CheckQueue,
  openCheckQueue,
} from '../../../shared/queues/check-queue.js';
import { connectForBlocking, connectForCommands, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { CheckJobError } from '../../../worker/checks/check-job-error.js';
import type { JobEnd } from '../../../worker/checks/run-check.js';
import { startCheckConsumer } from '../../../worker/checks/start-check-consumer.js';
import { createWorkerMetrics } from '../../../worker/metrics.js';
import type { QueueConsumer } from '../../../worker/queue-consumer.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const DONE: JobEnd = { done: true };

describe('startCheckConsumer', () => {
  let redis: Redis;
  let blocking: Redis;
  let checkQueue: CheckQueue;
  let queue: Queue<CheckJobData>;
  let consumer: QueueConsumer | undefined;

  before(async () => {
    const url = testRedisUrl();
    redis = connectForCommands(url);
    blocking = connectForBlocking(url);
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    checkQueue = openCheckQueue(redis);
    queue = await checkQueue.bullmq();
  });

  after(async () => {
    await checkQueue.close();
    blocking.disconnect();
    redis.disconnect();
  });

  beforeEach(() => redis.flushdb());

  afterEach(async () => {
    await consumer?.close();
    consumer = undefined;
  });

  function start(run: (checkId: string) => Promise<JobEnd>, mayTake = () => true) {
    const registry = new Registry();
    const { logger, logged } = recordingLogger();
    consumer = startCheckConsumer({
      connection: blocking,
      concurrency: 5,
      run,
      mayTake,
      metrics: createWorkerMetrics(registry, []),
      logger,
    });
    return { consumer, registry, logged };
  }

  it('runs each check that was enqueued, and leaves no job behind', async () => {
    const ids = Array.from({ length: 12 }, () => newId());
    const ran: string[] = [];
    await checkQueue.enqueue(ofOneClient(ids));
    const { consumer: started } = start(async (id) => {
      ran.push(id);
      return DONE;
    });
    await waitFor(() => ran.length === ids.length, { describe: 'every check is run' });
    expect(ran).to.have.members(ids);
    await waitFor(async () => (await redis.keys(queue.toKey('*-*-*'))).length === 0, {
      describe: 'the jobs are gone',
    });
    expect(started.begun()).to.equal(12);
    expect(started.active()).to.equal(0);
  });

  it('runs a check that was enqueued twice at once only once, and again when it is enqueued again', async () => {
    const id = newId();
    const ran: string[] = [];
    await checkQueue.enqueue(ofOneClient([id, id]));
    start(async (checkId) => {
      ran.push(checkId);
      return DONE;
    });
    await waitFor(async () => ran.length === 1 && (await queue.getJobState(id)) === 'unknown', {
      describe: 'the first job is done',
    });
    await checkQueue.enqueue(ofOneClient([id]));
    await waitFor(() => ran.length === 2, { describe: 'the second job is taken' });
  });

  it('leaves the jobs to others while it may take none, and takes them once it may', async () => {
    const ids = Array.from({ length: 30 }, () => newId());
    let may = false;
    let runs = 0;
    await checkQueue.enqueue(ofOneClient(ids));
    const { consumer: started } = start(
      async () => {
        runs += 1;
        return may ? DONE : { done: false, retryInMs: 100 };
      },
      () => may,
    );
    await waitFor(() => runs > 0, { describe: 'it has taken something' });
    // Put back, they could be taken again many times by now.
    await sleep(1_500);
    expect(started.begun()).to.be.at.most(10);
    expect(await queue.getJobCountByTypes('prioritized', 'delayed')).to.equal(ids.length);
    may = true;
    await waitFor(async () => (await queue.getJobCountByTypes('prioritized', 'delayed', 'active')) === 0, {
      describe: 'all are done',
    });
  });

  it('brings a job back after the time that it asked for', async () => {
    const id = newId();
    const ends: JobEnd[] = [{ done: false, retryInMs: 60_000 }, DONE];
    let runs = 0;
    await checkQueue.enqueue(ofOneClient([id]));
    start(async () => ends[runs++] ?? DONE);
    await waitFor(async () => (await queue.getJobState(id)) === 'delayed', {
      describe: 'the job is delayed',
    });
    expect(runs).to.equal(1);
    await (await queue.getJob(id))?.promote();
    await waitFor(async () => (await queue.getJobState(id)) === 'unknown', { describe: 'the job is done' });
    expect(runs).to.equal(2);
  });

  it('does not run a job again whose worker died: whether it may be, the reconciler knows', async () => {
    const id = newId();
    await checkQueue.enqueue(ofOneClient([id]));
    const options = { connection: blocking, prefix: REDIS_PREFIX, autorun: false, lockDuration: 1 };
    const dead = new Worker(CHECK_QUEUE, null, options);
    expect((await dead.getNextJob('token', { block: false }))?.id).to.equal(id);
    await dead.close(true);

    const ran: string[] = [];
    const survivor = start(async (checkId) => {
      ran.push(checkId);
      return DONE;
    });
    // It passes through `waiting` on the way.
    await waitFor(async () => ran.length > 0 || (await queue.getJobState(id)) === 'failed', {
      timeoutMs: 60_000,
      describe: 'somebody notices that the worker is gone',
    });
    expect({ state: await queue.getJobState(id), ran }).to.deep.equal({ state: 'failed', ran: [] });
    // Nothing of ours has failed, and nobody has to look for an error.
    await survivor.consumer.close();
    expect(survivor.logged()).to.include('job lost its worker').and.not.to.include('job failed');
    expect(await survivor.registry.getSingleMetricAsString('check_jobs_failed_total')).to.include(
      'check_jobs_failed_total 0',
    );
  }).timeout(90_000);

  it('keeps a job that fails, counts it, and logs neither its data nor the message of the error', async () => {
    const id = newId();
    await checkQueue.enqueue(ofOneClient([id]));
    const { registry, logged } = start(() => Promise.reject(new Error('quotes 0001010000071')));
    await waitFor(async () => (await queue.getJobState(id)) === 'failed', { describe: 'the job failed' });
    await waitFor(() => logged().includes('job failed'), { describe: 'the failure is logged' });
    expect(await registry.getSingleMetricAsString('check_jobs_failed_total')).to.include(
      'check_jobs_failed_total 1',
    );
    expect(logged()).to.not.include('0001010000071');
  });

  it('logs a failed check with its ids, and tells Redis nothing of the error', async () => {
    const id = newId();
    await checkQueue.enqueue(ofOneClient([id]));
    const cause = new Error('quotes 0001010000071');
    const { logged } = start(() =>
      Promise.reject(new CheckJobError({ correlation_id: 'abc', check_id: id }, cause)),
    );
    await waitFor(() => logged().includes('job failed'), { describe: 'the failure is logged' });
    const line = JSON.parse(
      logged()
        .split('\n')
        .find((text) => text.includes('job failed')) ?? '{}',
    );
    expect(line).to.deep.include({ correlation_id: 'abc', check_id: id, job_id: id });
    expect(line.err).to.include({ name: 'Error' });
    const job = await queue.getJob(id);
    expect(JSON.stringify(job)).to.include('The job failed').and.not.to.include('0001010000071');
  });

  const forged: readonly unknown[] = [
    {},
    null,
    { check_id: 7 },
    { check_id: '' },
    { check_id: '../../etc/passwd' },
    { check_id: "'; DROP TABLE checks; --" },
    { check_id: ['a'] },
    { check_id: 'ver_01h2xcejqtf2nbrexx3vqjhp41' },
  ];
  for (const data of forged) {
    it(`drops a forged job with the data ${JSON.stringify(data)}`, async () => {
      const ran: string[] = [];
      await queue.add('run-check', data as CheckJobData, { jobId: 'forged' });
      start(async (id) => {
        ran.push(id);
        return DONE;
      });
      await waitFor(async () => (await queue.getJobState('forged')) === 'unknown', {
        describe: 'the job is gone',
      });
      expect(ran).to.deep.equal([]);
    });
  }

  it('waits on closing for the jobs in work, and takes no more', async () => {
    const ids = Array.from({ length: 8 }, () => newId());
    const ends: (() => void)[] = [];
    await checkQueue.enqueue(ofOneClient(ids));
    const { consumer: started } = start(async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return DONE;
    });
    await waitFor(() => started.active() === 5, { describe: 'as many as may be are in work' });
    let closed = false;
    const closing = started.close().then(() => {
      closed = true;
    });
    expect(closed).to.equal(false);
    for (const end of ends) end();
    await closing;
    expect(started.begun()).to.equal(5);
    expect(await queue.getJobCountByTypes('waiting', 'prioritized')).to.equal(3);
  });
});
