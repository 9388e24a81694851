import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { createTestDatabase } from '../support/database.js';
import { startService } from '../support/service.js';
import { submit, submitAsync } from '../support/submit.js';

const SLOW = '0001010005070';

describe('while the role of the processes lacks a right', function () {
  this.timeout(120_000);

  it('nothing is accepted, a paid answer waits, and everything goes on when the right is back', async () => {
    const database = await createTestDatabase();
    const service = await startService({ database, slowMs: 500 });
    /** Every role that has the right, as the owner of the tables. */
    const change = (act: 'GRANT' | 'REVOKE', table: string): Promise<unknown> =>
      withClient(database.ownerUrl, (owner) =>
        owner.query(`${act} INSERT ON ${table} ${act === 'GRANT' ? 'TO' : 'FROM'} ${roleOf(database.url)}`),
      );
    try {
      const { client } = service.api;
      const { token } = await service.seedClient();
      const requestId = await submitAsync(client, token, { body: { subject: SLOW } });
      await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
      await change('REVOKE', 'wallet_entries');
      const refused = await submit(client, token, { key: 'refused', prefer: 'respond-async' });
      expect(refused.status).to.equal(503);
      expect(refused.body).to.include({ status: 'service_unavailable', stored: 'no' });
      const [worker] = service.workers;
      await worker?.waitForLog('kept answers cannot be settled yet');

      await change('GRANT', 'wallet_entries');
      await worker?.waitForLog('kept answer settled');
      const { body } = await client.withToken(token).get(`/api/v1/verifications/${requestId}`);
      expect(body).to.include({ status: 'completed', credits_charged: 5 });
      expect((await submit(client, token, { key: 'refused', prefer: 'respond-async' })).status).to.equal(202);
      await service.expectSound();
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});

function roleOf(url: string): string {
  return new URL(url).username;
}
