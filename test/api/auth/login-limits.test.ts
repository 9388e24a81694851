import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { changeAccount } from '../../../scripts/admin/change-account.js';
import { hashPassword } from '../../../shared/accounts/passwords.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { useApiWithoutRedis } from '../../support/processes/without-redis.js';

const WRONG = 'not the password';

describe('login limits', () => {
  let api: TestApi;
  let other: TestApi;
  let user: TestUser;
  beforeEach(async () => {
    // A proxy in front, so that every test can choose its addresses.
    api = await startApi({ config: { trustProxy: 'loopback' } });
    other = await startApi({
      config: { trustProxy: 'loopback' },
      database: api.database,
      redisUrl: api.redisUrl,
    });
    user = await api.createClientUser();
    await waitFor(() => api.deps.redis.status === 'ready' && other.deps.redis.status === 'ready', {
      describe: 'Redis connected',
    });
    await api.deps.redis.flushdb();
  });
  afterEach(async () => {
    await other.close();
    await api.close();
  });

  const from = (url: string, address: string) => new TestClient(url, { 'x-forwarded-for': address });
  const attempt = (email: string, password: string, { url = api.url, address = '192.0.2.1' } = {}) =>
    from(url, address).post('/api/v1/login', { email, password });

  it('allow ten failures per e-mail, whatever the address and process, then answer even the right password with 429', async () => {
    for (let index = 0; index < 10; index += 1) {
      const where = { url: index % 2 === 0 ? api.url : other.url, address: `192.0.2.${index}` };
      expect((await attempt(user.email, WRONG, where)).status, `attempt ${index + 1}`).to.equal(401);
    }
    const answer = await attempt(user.email, user.password, { address: '198.51.100.1' });
    expect(answer.status).to.equal(429);
    expect(answer.body.status).to.equal('rate_limited');
    const wait = Number(answer.headers.get('retry-after'));
    expect(wait).to.be.within(890, 900);
    expect(answer.headers.get('ratelimit')).to.equal(`"login-email";r=0;t=${wait}`);
    expect(answer.headers.get('ratelimit-policy')).to.equal('"login-email";q=10;w=900');
  });

  it('hold for attempts that are sent all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(user.email, WRONG)));
    const refused = answers.filter(({ status }) => status === 401);
    expect(refused).to.have.length(10);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(10);
  });

  it('do not turn away right logins that are sent all at once', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => attempt(user.email, user.password)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(15).fill(200));
  });

  it('count an e-mail however it is written, and also one that nobody has', async () => {
    for (let index = 0; index < 10; index += 1) {
      await attempt(index % 2 === 0 ? 'nobody@example.test' : ' NOBODY@example.test', WRONG);
    }
    expect((await attempt('nobody@example.test', WRONG)).status).to.equal(429);
    expect((await attempt(user.email, user.password)).status).to.equal(200);
  });

  it('forget the failures of an e-mail after a success', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 9; index += 1) await attempt(user.email, WRONG);
      expect((await attempt(user.email, user.password)).status).to.equal(200);
    }
  });

  it('count anew for a new password, also one that was set without Redis, or by a process that died then', async () => {
    const reset = async (password: string) =>
      changeAccount(api.db, user.email, { temporaryPasswordHash: await hashPassword(password) });
    const fail = async (password: string) => {
      for (let index = 0; index < 10; index += 1)
        expect((await attempt(user.email, WRONG)).status).to.equal(401);
      expect((await attempt(user.email, password)).status).to.equal(429);
    };
    await fail(user.password);
    await reset('the first new password');
    await fail('the first new password');
    await reset('the second new password');
    expect((await attempt(user.email, 'the second new password')).status).to.equal(200);
  });

  it('allow fifty failures per address, which a success does not forget', async () => {
    for (let index = 0; index < 50; index += 1) {
      if (index === 25) await attempt(user.email, user.password);
      const answer = await attempt(`nobody-${index}@example.test`, WRONG);
      expect(answer.status, `attempt ${index + 1}`).to.equal(401);
    }
    const limited = await attempt(user.email, user.password);
    expect(limited.status).to.equal(429);
    expect(limited.headers.get('ratelimit-policy')).to.equal('"login-address";q=50;w=900');
    expect((await attempt(user.email, user.password, { address: '192.0.2.99' })).status).to.equal(200);
  });

  it('count a wrong current password as a failed login', async () => {
    const client = await api.signIn(user);
    const change = () =>
      client.post('/api/v1/me/password', { current_password: WRONG, new_password: 'another long password' });
    for (let index = 0; index < 10; index += 1) expect((await change()).status).to.equal(422);
    expect((await change()).status).to.equal(429);
    expect((await attempt(user.email, user.password)).status).to.equal(429);
  });

  it('keep neither e-mail nor address in Redis', async () => {
    await attempt(user.email, WRONG, { address: '192.0.2.77' });
    const keys = await api.deps.redis.keys('*');
    expect(keys.filter((key) => key.includes(':limit:'))).to.have.length(2);
    expect(keys.join()).not.to.include(user.email).and.not.to.include('192.0.2.77');
  });
});

describe('login limits while Redis is away', () => {
  const withoutRedis = useApiWithoutRedis();

  it('are kept by the process', async () => {
    const api = withoutRedis();
    const user = await api.createClientUser();
    const attempt = (password: string) => api.client.post('/api/v1/login', { email: user.email, password });
    expect((await attempt(user.password)).status).to.equal(200);
    for (let index = 0; index < 10; index += 1) expect((await attempt(WRONG)).status).to.equal(401);
    expect((await attempt(user.password)).status).to.equal(429);
  });

  it('are one for all places that ask for the password', async () => {
    const api = withoutRedis();
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const attempt = () => api.client.post('/api/v1/login', { email: user.email, password: WRONG });
    for (let index = 0; index < 10; index += 1) expect((await attempt()).status).to.equal(401);
    expect((await client.post('/api/v1/me/step-up', { password: WRONG })).status).to.equal(429);
  });
});
