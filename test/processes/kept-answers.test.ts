import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { submitAsync } from '../support/checks/submit.js';
import { createTestDatabase } from '../support/database/database.js';
import { startCuttingProxy } from '../support/network/cutting-proxy.js';
import { startService } from '../support/processes/service.js';

const SLOW = '0001010005070';

describe('a worker that must stop with a paid answer while PostgreSQL is away', function () {
  this.timeout(120_000);

  it('keeps the answer on disk, and the next start completes the request with it', async () => {
    const database = await createTestDatabase();
    const link = await startCuttingProxy(database.url);
    const service = await startService({ database, workers: 0, slowMs: 500 });
    try {
      const client = await service.seedClient();
      const worker = await service.startWorker({ DATABASE_URL: link.url });
      const requestId = await submitAsync(service.api.client, client.token, { body: { subject: SLOW } });
      await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
      link.sever();
      await waitFor(() => service.sandbox.calls()[0]?.answered === 200, { describe: 'it has answered' });
      expect((await worker.stop()).code).to.equal(0);

      const next = await service.startWorker();
      await next.waitForLog('kept answer settled');
      const path = `/api/v1/verifications/${requestId}`;
      const { body } = await service.api.client.withToken(client.token).get(path);
      expect(body).to.include({ status: 'completed', credits_charged: 5 });
      expect(service.sandbox.calls()).to.have.length(1);
      await service.expectSound();
    } finally {
      await service.stop();
      await link.close();
      await database.drop();
    }
  });
});
