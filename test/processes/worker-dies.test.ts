import { expect } from 'chai';
import { checkIdsOf, jobOf, openCheckQueue } from '../../harness/check-queue.js';
import { waitFor } from '../../harness/wait-for.js';
import { statusesOf, waitUntilSettled } from '../../harness/wait-until-settled.js';
import { submitAsync } from '../support/checks/submit.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

const NEVER_ANSWERS = '0001010006078';

describe('a worker that is killed while the provider holds its call', function () {
  this.timeout(60_000);

  let service: Service;
  let client: SeededClient;
  beforeEach(async () => {
    service = await startService({ env: { PROVIDER_TIMEOUT_MS: '1000' } });
    client = await service.seedClient({ credits: 100 });
  });
  afterEach(() => service.stop());

  it('leaves one call, reserved credits and a review, and no other worker calls again', async () => {
    const requestId = await submitAsync(service.api.client, client.token, {
      body: { subject: NEVER_ANSWERS },
    });
    await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
    await service.workers[0]?.kill();

    await service.startWorker();
    // A second worker that finds the job again, as after the first one's lock has run out, must not call either.
    const [checkId = ''] = await checkIdsOf(service.db, client.clientId);
    const queue = await openCheckQueue(service.redis);
    await queue.addBulk(Array.from({ length: 20 }, () => jobOf({ check_id: checkId })));
    await queue.close();

    const reader = service.api.client.withToken(client.token);
    const report = await reader.get(`/api/v1/verifications/${requestId}`, { headers: { prefer: 'wait=25' } });
    expect(report.body).to.include({ status: 'manual_review', credits_reserved: 5, credits_charged: 0 });
    expect(report.body.message).to.be.a('string');
    expect(report.body.next_action).to.match(/do not submit/i);
    expect((await reader.get('/api/v1/wallet')).body).to.include({
      balance: 100,
      reserved: 5,
      available: 95,
    });
    expect(service.sandbox.calls()).to.have.length(1);
    await service.expectSound();
  });

  it('loses nothing of what it had not begun', async () => {
    await service.addFault({ fault: 'hang', times: 3 });
    await service.workers[0]?.stop();
    await Promise.all(Array.from({ length: 12 }, () => submitAsync(service.api.client, client.token)));
    const doomed = await service.startWorker({ WORKER_CONCURRENCY: '3' });
    await waitFor(() => service.sandbox.calls().length === 3, { describe: 'three calls are held' });
    await doomed.kill();
    await service.startWorker();

    expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({
      completed: 9,
      manual_review: 3,
    });
    expect(paidCalls(service.sandbox.calls())).to.have.length(12);
    await service.expectSound();
  });
});

describe('a worker that is stopped', function () {
  this.timeout(60_000);

  let service: Service;
  beforeEach(async () => {
    service = await startService({ env: { WORKER_CONCURRENCY: '20' } });
  });
  afterEach(() => service.stop());

  it('settles the 20 calls in flight, begins no other, and ends with 0', async () => {
    const client = await service.seedClient();
    await service.addFault({ fault: 'slow', delay_ms: 1_500 });
    await Promise.all(Array.from({ length: 30 }, () => submitAsync(service.api.client, client.token)));
    await waitFor(() => service.sandbox.calls().length === 20, { describe: 'twenty calls are in flight' });

    expect(await service.workers[0]?.stop()).to.deep.equal({ code: 0, signal: null });
    expect(service.sandbox.calls(), 'calls when it had ended').to.have.length(20);
    expect(await statusesOf(service.db)).to.deep.equal({ completed: 20, pending: 10 });

    await service.clearFaults();
    await service.startWorker();
    expect(await waitUntilSettled(service.db)).to.deep.equal({ completed: 30 });
    expect(paidCalls(service.sandbox.calls())).to.have.length(30);
    await service.expectSound();
  });

  it('ends with 0 at once when it is idle', async () => {
    const startedAt = performance.now();
    expect(await service.workers[0]?.stop()).to.deep.equal({ code: 0, signal: null });
    expect(performance.now() - startedAt).to.be.lessThan(8_000);
  });
});
