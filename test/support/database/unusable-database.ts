import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { submit, submitAsync } from '../checks/submit.js';
import { startService } from '../processes/service.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** Answered late enough that the database can be made unusable meanwhile. */
const SLOW = '0001010005070';

/**
 * Makes the database of a service unusable while a paid call is under way, and expects that nothing is accepted, that
 * the answer is kept, and that everything goes on once the database is usable again.
 */
export async function expectToOutlast(
  makeUsable: (database: TestDatabase, usable: boolean) => Promise<unknown>,
): Promise<void> {
  const database = await createTestDatabase();
  const service = await startService({ database, slowMs: 500 });
  try {
    const { client } = service.api;
    const { token } = await service.seedClient();
    const requestId = await submitAsync(client, token, { body: { subject: SLOW } });
    await waitFor(() => service.sandbox.calls().length === 1, { describe: 'the provider has the call' });
    await makeUsable(database, false);
    const refused = await submit(client, token, { key: 'refused', prefer: 'respond-async' });
    expect(refused.status).to.equal(503);
    expect(refused.body).to.include({ status: 'service_unavailable', stored: 'no' });
    const [worker] = service.workers;
    await worker?.waitForLog('kept answers cannot be settled yet');

    await makeUsable(database, true);
    await worker?.waitForLog('kept answer settled');
    const { body } = await client.withToken(token).get(`/api/v1/verifications/${requestId}`);
    expect(body).to.include({ status: 'completed', credits_charged: 5 });
    expect((await submit(client, token, { key: 'refused', prefer: 'respond-async' })).status).to.equal(202);
    await service.expectSound();
  } finally {
    await makeUsable(database, true);
    await service.stop();
    await database.drop();
  }
}
