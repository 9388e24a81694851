import { expect } from 'chai';
import pg from 'pg';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { signInClient } from '../../support/http/caller.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const CSV = { accept: 'text/csv' };

describe('the limit of CSV files at once', () => {
  let api: TestApi;
  let owner: pg.Client;
  before(async () => {
    api = await startApi();
    owner = new pg.Client({ connectionString: api.database.ownerUrl });
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await api.close();
  });

  it('is one for all lists of a client, and another client has its own', async () => {
    const [caller, other] = [await signInClient(api), await signInClient(api)];
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE wallet_entries');
    const files = [1, 2].map(() => caller.get('/api/v1/wallet/entries', CSV));
    await untilBlocked(api.db, { count: 2 });
    const third = await caller.get('/api/v1/verifications', CSV);
    const foreign = await other.get('/api/v1/verifications', CSV);
    await owner.query('COMMIT');
    expectError(third, { httpStatus: 429, status: 'rate_limited' });
    expect(foreign.status).to.equal(200);
    for (const { status } of await Promise.all(files)) expect(status).to.equal(200);
    expect((await caller.get('/api/v1/verifications', CSV)).status).to.equal(200);
  });
});
