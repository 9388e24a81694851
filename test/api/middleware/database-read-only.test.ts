import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { type OwnServer, startOwnPostgres } from '../../../harness/own-servers.js';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { ensureServiceDatabase } from '../../../scripts/embedded/service-database.js';
import { migrate } from '../../../scripts/schema/migrate.js';
import { requestBody } from '../../support/checks/submit.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

/** Makes a server read-only or writable again, for open sessions too. */
async function setReadOnly({ url }: OwnServer, value: 'on' | 'off'): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SET default_transaction_read_only = off');
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_reload_conf()');
  });
}

let keys = 0;

function submitTo(caller: TestClient) {
  keys += 1;
  return caller.post('/api/v1/verifications', { ...requestBody(), idempotency_key: `key-${keys}` });
}

describe('while PostgreSQL may not write', function () {
  this.timeout(60_000);

  let primary: OwnServer;
  let other: OwnServer;
  let address: Relay;
  let api: TestApi;
  let caller: TestClient;
  before(async () => {
    const folder = temporaryFolder();
    primary = await startOwnPostgres({ durable: true, folder });
    const { appUrl, ownerUrl } = await ensureServiceDatabase(primary.url, 'service');
    await migrate({ ownerUrl, appUrl });
    address = await startRelay(appUrl);
    api = await startApi({ database: { url: address.url, ownerUrl, drop: async () => undefined } });
    const user = await api.createClientUser();
    // A second server with the same data, like a standby.
    await primary.stop();
    const copy = temporaryFolder();
    execFileSync('cp', ['-a', join(folder, 'postgres'), copy]);
    await primary.restart();
    other = await startOwnPostgres({ durable: true, folder: copy });
    caller = await waitFor(() => api.signIn(user).catch(() => undefined), {
      describe: 'the primary is back',
    });
  });
  after(async () => {
    await api.close();
    await address.close();
    await Promise.all([primary, other].map((server) => server.remove()));
  });
  afterEach(() => setReadOnly(primary, 'off'));

  it('the API is not ready and takes no request, goes on reading, and takes requests again at once', async () => {
    expect((await submitTo(caller)).status).to.equal(202);
    await setReadOnly(primary, 'on');
    const refused = await waitFor(
      async () => {
        const answer = await submitTo(caller);
        return answer.status === 202 ? undefined : answer;
      },
      { describe: 'the open sessions know of the setting' },
    );
    expectError(refused, { httpStatus: 503, status: 'service_unavailable', more: ['stored'] });
    expect(refused.body.stored).to.equal('no');
    const ready = await api.client.get('/readyz');
    expect(ready.status).to.equal(503);
    expect(ready.body.checks).to.deep.include({ database: 'read_only', migrations: 'ok' });
    expect((await caller.get('/api/v1/wallet')).status).to.equal(200);

    await setReadOnly(primary, 'off');
    await waitFor(async () => (await submitTo(caller)).status === 202, { describe: 'it takes requests' });
    expect((await api.client.get('/readyz')).status).to.equal(200);
  });

  it('the API follows the address to the new primary, although its old connections are still good', async () => {
    expect((await submitTo(caller)).status).to.equal(202);
    address.redirect(other.url);
    await setReadOnly(primary, 'on');
    await waitFor(async () => (await submitTo(caller)).status !== 503, { describe: 'it writes elsewhere' });
    const [before, after] = await Promise.all([primary, other].map(countVerifications));
    for (let index = 0; index < 10; index += 1) expect((await submitTo(caller)).status).to.equal(202);
    expect(await countVerifications(primary)).to.equal(before);
    expect(await countVerifications(other)).to.equal((after ?? 0) + 10);
    expect((await api.client.get('/readyz')).status).to.equal(200);
  });
});

async function countVerifications(server: OwnServer): Promise<number> {
  const url = new URL(server.url);
  url.pathname = '/service';
  return withClient(url.href, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM verifications',
    );
    return rows[0]?.count ?? 0;
  });
}
