import { Worker } from 'bullmq';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { connectForBlocking, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { CheckJobError } from '../../../worker/checks/check-job-error.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { BOARD, signInStaff } from './board.js';

describe('a failed job on the queue dashboard', () => {
  let api: TestApi;
  let browser: TestClient;
  before(async () => {
    api = await startApi();
    browser = await signInStaff(api);
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  after(() => api.close());

  /** Takes the next job and fails it, as a worker does. */
  async function failNext(): Promise<void> {
    const connection = connectForBlocking(api.redisUrl);
    const taker = new Worker(CHECK_QUEUE, null, { connection, prefix: REDIS_PREFIX, autorun: false });
    const job = await taker.getNextJob('token-of-the-test', { block: false });
    await job?.moveToFailed(new CheckJobError({}, new Error('canary')), 'token-of-the-test', false);
    await taker.close(true);
    connection.disconnect();
  }

  it('says that it failed, without the stack that BullMQ keeps with it', async () => {
    const queue = await api.deps.checkQueue.bullmq();
    const id = newId();
    await queue.add('run-check', { check_id: id }, { jobId: id });
    await failNext();
    expect((await queue.getJob(id))?.stacktrace?.join()).to.contain(' at ');
    const list = `${BOARD}/api/queues?activeQueue=${CHECK_QUEUE}&status=failed&page=1&jobsPerPage=10`;
    const { queues } = (await browser.get(list)).body;
    const { job } = (await browser.get(`${BOARD}/api/queues/${CHECK_QUEUE}/${id}`)).body;
    for (const shown of [queues[0].jobs[0], job]) {
      expect(shown).to.deep.include({ id, isFailed: true, stacktrace: [] });
      expect(shown.failedReason).to.contain('The job failed').and.not.contain('canary');
    }
  });
});
