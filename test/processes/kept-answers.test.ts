import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { submitAsync } from '../support/checks/submit.js';
import { createTestDatabase } from '../support/database/database.js';
import { startCuttingProxy } from '../support/network/cutting-proxy.js';
import { type Service, startService } from '../support/processes/service.js';

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

describe('workers with paid answers in hand while PostgreSQL is away for longer than a call may take', function () {
  this.timeout(120_000);

  it('complete the requests with them once it is back, and put none into review', async () => {
    const database = await createTestDatabase();
    const link = await startCuttingProxy(database.url);
    const service = await startService({ database, workers: 0, slowMs: 500 });
    try {
      const client = await service.seedClient();
      const env = { DATABASE_URL: link.url, PROVIDER_TIMEOUT_MS: '2000' };
      await Promise.all([service.startWorker(env), service.startWorker(env)]);
      const requests = Array.from({ length: 12 }, () =>
        submitAsync(service.api.client, client.token, { body: { subject: SLOW } }),
      );
      await Promise.all(requests);
      await waitFor(() => service.sandbox.calls().length === 12, { describe: 'the provider has all calls' });
      link.sever();
      await waitFor(() => areOverdue(service), { describe: 'all calls are overdue' });
      link.restore();
      expect(await waitUntilSettled(service.db, client.clientId)).to.deep.equal({ completed: 12 });
      expect(service.sandbox.calls()).to.have.length(12);
      await service.expectSound();
    } finally {
      await service.stop();
      await link.close();
      await database.drop();
    }
  });
});

async function areOverdue({ db }: Service): Promise<boolean> {
  const calls = await db.query<{ overdue: boolean }>(
    `SELECT deadline_at < now() AS overdue FROM provider_calls WHERE state = 'started'`,
  );
  return calls.every(({ overdue }) => overdue);
}
