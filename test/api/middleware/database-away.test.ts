import { expect } from 'chai';
import { type OwnServer, startOwnPostgres } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { ensureServiceDatabase } from '../../../scripts/embedded/service-database.js';
import { migrate } from '../../../scripts/schema/migrate.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('while PostgreSQL is away', () => {
  let postgres: OwnServer;
  let api: TestApi;
  before(async () => {
    postgres = await startOwnPostgres({ durable: true });
    const { appUrl, ownerUrl } = await ensureServiceDatabase(postgres.url, 'service');
    await migrate({ ownerUrl, appUrl });
    api = await startApi({ database: { url: appUrl, ownerUrl, drop: async () => undefined } });
  });
  after(async () => {
    await api.close();
    await postgres.remove();
  });

  it('requests get a 503 that says when to come back, and work again as soon as it is back', async () => {
    const client = await api.signIn(await api.createClientUser());
    await postgres.crash();
    const answer = await client.get('/api/v1/me');
    expect(answer.status).to.equal(503);
    expect(answer.body.status).to.equal('service_unavailable');
    expect(answer.body.message).not.to.match(/ECONN|127\.0\.0\.1|postgres:/);
    expect(answer.headers.get('retry-after')).to.equal('5');
    expect((await api.client.get('/readyz')).status).to.equal(503);

    await postgres.restart();
    await waitFor(async () => (await client.get('/api/v1/me')).status === 200, {
      describe: 'the API recovered',
    });
    expect((await api.client.get('/readyz')).status).to.equal(200);
  });
});
