import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { migrate } from '../../../scripts/schema/migrate.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import type { Answer } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('while the schema is not that of this release', function () {
  this.timeout(60_000);

  let database: TestDatabase;
  let api: TestApi;
  beforeEach(async () => {
    database = await createTestDatabase();
    api = await startApi({ database });
  });
  afterEach(async () => {
    await api.close();
    await database.drop();
  });

  const asOwner = (statement: string) => withClient(database.ownerUrl, (owner) => owner.query(statement));
  const login = () => api.client.post('/api/v1/login', { email: 'nobody@example.test', password: 'x' });

  const expectFailed = (answer: Answer) => expectError(answer, { httpStatus: 500, status: 'internal_error' });

  function expectLogged(code: string): void {
    const failed = api.logs().find(({ msg }) => msg === 'request failed because of a defect');
    expect(failed?.err).to.include({ code });
    expect(failed?.err).to.have.property('message').that.includes('npm run migrate');
  }

  async function expectPending(): Promise<void> {
    const { status, body } = await api.client.get('/readyz');
    expect(status).to.equal(503);
    expect(body.checks).to.include({ database: 'ok', migrations: 'pending' });
    expect(body.message).to.include('npm run migrate');
  }

  it('with no table at all, requests fail until the migrations have run', async () => {
    const caller = await api.signIn(await api.createClientUser());
    await asOwner('DROP SCHEMA public CASCADE');
    await asOwner('CREATE SCHEMA public');
    expectFailed(await login());
    expectFailed(await caller.get('/api/v1/wallet'));
    expectLogged('42P01');
    await expectPending();
    await asOwner('GRANT USAGE ON SCHEMA public TO PUBLIC');
    await expectPending();
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    expect((await login()).status).to.equal(401);
    expect((await api.client.get('/readyz')).status).to.equal(200);
  });

  it('with tables that nothing was granted on, it is not ready until the migrations have run', async () => {
    await asOwner(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${new URL(database.url).username}`);
    expect((await login()).status).to.equal(503);
    await expectPending();
    await migrate({ ownerUrl: database.ownerUrl, appUrl: database.url });
    expect((await api.client.get('/readyz')).status).to.equal(200);
  });

  it('with a column missing, requests that need it fail', async () => {
    await asOwner('ALTER TABLE users RENAME COLUMN password_hash TO of_another_release');
    expectFailed(await login());
    expectLogged('42703');
    await asOwner('ALTER TABLE users RENAME COLUMN of_another_release TO password_hash');
    expect((await login()).status).to.equal(401);
  });
});
