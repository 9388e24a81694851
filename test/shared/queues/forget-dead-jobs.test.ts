import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { forgetDeadJobs } from '../../../shared/queues/forget-dead-jobs.js';
import { testRedis } from '../../support/redis/redis.js';

describe('forgetDeadJobs', () => {
  let prefix: string;
  let connection: Redis;
  let queue: Queue;

  before(async () => {
    const redis = testRedis();
    prefix = redis.prefix;
    connection = new Redis(redis.url, { maxRetriesPerRequest: null });
    queue = new Queue('checks', { connection, prefix });
    await queue.waitUntilReady();
  });

  after(async () => {
    await queue.close();
    connection.disconnect();
  });

  afterEach(() => connection.flushdb());

  async function add(count: number, delay = 0): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await queue.addBulk(ids.map((jobId) => ({ name: 'run-check', data: {}, opts: { jobId, delay } })));
    return ids;
  }

  /** Has a worker take one job each and do this with it; resolves once it has begun. */
  async function take(work: () => Promise<void>): Promise<Worker> {
    let begun = false;
    const worker = new Worker(
      'checks',
      () => {
        begun = true;
        return work();
      },
      { connection, prefix, concurrency: 1 },
    );
    await waitFor(() => begun, { describe: 'a job is in work' });
    return worker;
  }

  it('leaves jobs alone that wait, wait in a paused queue, are delayed or are in work', async () => {
    const waiting = await add(3);
    const delayed = await add(2, 60_000);
    expect(await forgetDeadJobs(queue, [...waiting, ...delayed])).to.deep.equal([]);
    await queue.pause();
    expect(await forgetDeadJobs(queue, [...waiting, ...delayed])).to.deep.equal([]);
    await queue.resume();
    let finish = (): void => undefined;
    const worker = await take(() => new Promise((resolve) => (finish = resolve)));
    expect(await queue.getActiveCount()).to.equal(1);
    expect(await forgetDeadJobs(queue, waiting)).to.deep.equal([]);
    const closed = worker.close();
    finish();
    await closed;
  });

  it('names jobs that nobody knows or that failed, and frees the ids of these', async () => {
    const [failed = ''] = await add(1);
    const worker = await take(() => Promise.reject(new Error('broken')));
    await waitFor(async () => (await queue.getFailedCount()) === 1, { describe: 'the job has failed' });
    await worker.close();
    const waiting = await add(1);
    const unknown = randomUUID();
    const dead = await forgetDeadJobs(queue, [...waiting, failed, unknown]);
    expect(dead).to.have.members([failed, unknown]);
    expect(await queue.getFailedCount()).to.equal(0);
    await queue.add('run-check', {}, { jobId: failed });
    expect(await queue.getWaitingCount()).to.equal(2);
  });

  it('names a job that is in no list any more, though its data is there', async () => {
    const [lost = '', kept = ''] = await add(2);
    await connection.lrem(`${prefix}:checks:wait`, 0, lost);
    expect(await queue.getJob(lost)).not.to.equal(undefined);
    expect(await forgetDeadJobs(queue, [lost, kept])).to.deep.equal([lost]);
  });

  it('searches a long queue once, and not once for each job', async () => {
    const ids = await add(6_000);
    await connection.config('RESETSTAT');
    expect(await forgetDeadJobs(queue, ids.slice(0, 500))).to.deep.equal([]);
    expect(await forgetDeadJobs(queue, ids.slice(-500))).to.deep.equal([]);
    const commands = await connection.info('commandstats');
    expect(commands).to.include('cmdstat_lrange:');
    expect(commands).not.to.include('cmdstat_lpos:');
  });
});
