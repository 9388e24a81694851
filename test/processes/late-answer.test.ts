import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { createTestDatabase } from '../support/database/database.js';
import { startCuttingProxy } from '../support/network/cutting-proxy.js';
import { type Service, startService } from '../support/processes/service.js';

const SLOW = '0001010005070';

describe('a worker that stood still past the deadline of its call', function () {
  this.timeout(60_000);

  let service: Service;
  beforeEach(async () => {
    service = await startService({ env: { PROVIDER_TIMEOUT_MS: '1500' }, slowMs: 700 });
  });
  afterEach(() => service.stop());

  it('changes nothing when it wakes, and goes on working', async () => {
    const client = await service.seedClient();
    const requestId = await submitAsync(service.api.client, client.token, {
      body: { subject: SLOW },
    });
    await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
    service.workers[0]?.freeze();
    await service.startWorker();

    const reader = service.api.client.withToken(client.token);
    const path = `/api/v1/verifications/${requestId}`;
    const review = await reader.get(path, { headers: { prefer: 'wait=25' } });
    expect(review.body).to.include({ status: 'manual_review', credits_reserved: 5 });

    service.workers[0]?.thaw();
    await service.workers[0]?.waitForLog('provider call finished');
    expect((await reader.get(path)).body).to.deep.equal(review.body);
    expect(service.sandbox.calls()).to.have.length(1);
    await service.expectSound();

    await service.workers[1]?.stop();
    expect((await submit(service.api.client, client.token)).status).to.equal(201);
  });
});

describe('an answer that could not be stored before the call counted as lost', function () {
  this.timeout(60_000);

  it('is kept as evidence only', async () => {
    const database = await createTestDatabase();
    const link = await startCuttingProxy(database.url);
    const env = { PROVIDER_TIMEOUT_MS: '1000' };
    const service = await startService({ database, env, workers: 0, slowMs: 500 });
    try {
      const client = await service.seedClient();
      const cutOff = await service.startWorker({
        DATABASE_URL: link.url,
        // Not that of the other worker, which would settle from it.
        SPOOL_DIR: temporaryFolder(),
      });
      const requestId = await submitAsync(service.api.client, client.token, { body: { subject: SLOW } });
      await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
      link.sever();
      await waitFor(() => service.sandbox.calls()[0]?.answered === 200, { describe: 'it has answered' });
      await service.startWorker();

      const reader = service.api.client.withToken(client.token);
      const path = `/api/v1/verifications/${requestId}`;
      const review = await reader.get(path, { headers: { prefer: 'wait=25' } });
      expect(review.body).to.include({ status: 'manual_review', credits_reserved: 5, credits_charged: 0 });

      link.restore();
      await cutOff.waitForLog('kept answer settled');
      const calls = await service.db.query(
        `SELECT state, reason, http_status, answer_sealed IS NOT NULL AS kept, answered_late_at IS NOT NULL AS late
         FROM provider_calls`,
      );
      expect(calls).to.deep.equal([
        { state: 'uncertain', reason: null, http_status: 200, kept: true, late: true },
      ]);
      expect((await reader.get(path)).body).to.deep.equal(review.body);
      expect(service.sandbox.calls()).to.have.length(1);
      await service.expectSound();
    } finally {
      await service.stop();
      await link.close();
      await database.drop();
    }
  });
});
