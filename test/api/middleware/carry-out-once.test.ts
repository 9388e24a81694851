import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { useApiWithoutRedis } from '../../support/processes/without-redis.js';

const NAME = 'abcdefghijklmnopqrstuvwxyzab';

/** A page of the portal where this account is signed in. */
async function pageOf(api: TestApi, { email, password }: TestUser): Promise<TestClient> {
  const answer = await api.client.post('/api/v1/login', { email, password, session: 'cookie' });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return new TestClient(api.url, { cookie, origin: api.url });
}

const createKey = (caller: TestClient, name: string) =>
  caller.post('/api/v1/api-keys', { name: 'Payroll' }, { headers: { 'X-Send-Once': name } });

async function countKeys(api: TestApi, { clientId }: TestUser): Promise<number> {
  return (await api.db.query('SELECT FROM api_keys WHERE client_id = $1', [clientId])).length;
}

describe('a write of a page that the browser sends again', () => {
  let api: TestApi;
  let user: TestUser;
  let page: TestClient;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    user = await api.createClientUser();
    page = await pageOf(api, user);
  });
  after(() => api.close());

  it('is carried out once, and the second time is told that it may have been', async () => {
    const answers = await Promise.all([createKey(page, NAME), createKey(page, NAME)]);
    expect(answers.map(({ status }) => status)).to.have.members([201, 503]);
    const again = await createKey(page, NAME);
    expect(again.status).to.equal(503);
    expect(again.body).to.include({ status: 'service_unavailable', stored: 'unknown' });
    expect(await countKeys(api, user)).to.equal(1);
  });

  it('is carried out by no other process either', async () => {
    const other = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      await createKey(page, NAME);
      expect((await createKey(await pageOf(other, user), NAME)).status).to.equal(503);
    } finally {
      await other.close();
    }
  });

  it('is another one under another name, of another person, without a name, and of a program', async () => {
    const colleague = await pageOf(api, await api.createClientUser());
    await createKey(page, NAME);
    expect((await createKey(page, NAME.replace('a', 'b'))).status).to.equal(201);
    expect((await createKey(colleague, NAME)).status).to.equal(201);
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await page.post('/api/v1/api-keys', { name: 'Payroll' })).status).to.equal(201);
      expect((await createKey(await api.signIn(user), NAME)).status).to.equal(201);
    }
  });

  it('is carried out if it was refused before it reached its handler', async () => {
    await api.db.query(`UPDATE users SET suspended = true WHERE id = $1`, [user.id]);
    expect((await createKey(page, NAME)).status).to.equal(401);
    await api.db.query(`UPDATE users SET suspended = false WHERE id = $1`, [user.id]);
    expect((await createKey(page, NAME)).status).to.equal(201);
  });
});

describe('a write of a page that the browser sends again, without Redis', () => {
  const api = useApiWithoutRedis();

  it('is carried out once by one process', async () => {
    const user = await api().createClientUser();
    const page = await pageOf(api(), user);
    expect((await createKey(page, NAME)).status).to.equal(201);
    expect((await createKey(page, NAME)).status).to.equal(503);
  });
});
