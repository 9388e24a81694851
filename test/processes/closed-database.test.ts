import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { createTestDatabase } from '../support/database.js';
import { startService } from '../support/service.js';
import { sharedServers } from '../support/shared-servers.js';
import { submit, submitAsync } from '../support/submit.js';

const SLOW = '0001010005070';

describe('while an administrator has closed the database to connections', function () {
  this.timeout(120_000);

  it('nothing is accepted, a paid answer waits, and everything goes on once it is open again', async () => {
    const database = await createTestDatabase();
    const service = await startService({ database, slowMs: 500 });
    try {
      const { client } = service.api;
      const { token } = await service.seedClient();
      const requestId = await submitAsync(client, token, { body: { subject: SLOW } });
      await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
      await allowConnections(database.url, false);
      const refused = await submit(client, token, { key: 'refused', prefer: 'respond-async' });
      expect(refused.status).to.equal(503);
      expect(refused.body).to.include({ status: 'service_unavailable', stored: 'no' });
      const [worker] = service.workers;
      await worker?.waitForLog('kept answers cannot be settled yet');

      await allowConnections(database.url, true);
      await worker?.waitForLog('kept answer settled');
      const { body } = await client.withToken(token).get(`/api/v1/verifications/${requestId}`);
      expect(body).to.include({ status: 'completed', credits_charged: 5 });
      expect((await submit(client, token, { key: 'refused', prefer: 'respond-async' })).status).to.equal(202);
      await service.expectSound();
    } finally {
      await allowConnections(database.url, true);
      await service.stop();
      await database.drop();
    }
  });
});

/** Closes the database, as for maintenance, and ends the sessions that are open; or opens it again. */
function allowConnections(url: string, allowed: boolean): Promise<unknown> {
  const name = new URL(url).pathname.slice(1);
  return withClient(sharedServers().superuserUrl, async (superuser) => {
    await superuser.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
    if (allowed) return;
    await superuser.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name,
    ]);
  });
}
