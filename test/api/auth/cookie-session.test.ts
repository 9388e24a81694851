import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('cookie sessions', () => {
  let api: TestApi;
  let user: TestUser;
  before(async () => {
    api = await startApi({ config: { publicUrl: 'http://portal.example.test' } });
    user = await api.createClientUser();
  });
  after(() => api.close());

  async function signIn(url = api.url): Promise<{ browser: TestClient; setCookie: string; cookie: string }> {
    const answer = await new TestClient(url).post('/api/v1/login', {
      email: user.email,
      password: user.password,
      session: 'cookie',
    });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ expires_in: 3600, scope: 'client' });
    const setCookie = answer.headers.get('set-cookie') ?? '';
    const cookie = setCookie.split(';')[0] ?? '';
    return { browser: new TestClient(url, { cookie }), setCookie, cookie };
  }

  it('put the token where no script reaches it, and not into the body', async () => {
    const { browser, setCookie } = await signIn();
    const attributes = setCookie.split('; ').slice(1);
    expect(attributes).to.include.members(['Max-Age=3600', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
    expect(attributes).not.to.include('Secure');
    expect((await browser.get('/api/v1/me')).status).to.equal(200);
  });

  it('are marked secure and bound to the host on https', async () => {
    const https = await startApi({
      database: api.database,
      config: { publicUrl: 'https://portal.example.test' },
    });
    try {
      const { setCookie, browser } = await signIn(https.url);
      expect(setCookie)
        .to.match(/^__Host-session=/)
        .and.include('; Secure');
      expect((await browser.get('/api/v1/me')).status).to.equal(200);
    } finally {
      await https.close();
    }
  });

  const host = () => new URL(api.url).host;
  const origins: [string, () => string | undefined, number][] = [
    ['no Origin', () => undefined, 401],
    ['the Origin null', () => 'null', 401],
    ['a foreign Origin', () => 'https://evil.example.test', 401],
    ['this host on another port', () => 'http://127.0.0.1:1', 401],
    ['an Origin that only begins like this host', () => `http://${host()}.evil.example.test`, 401],
    ['this host as user of another', () => `http://${host()}@evil.example.test`, 401],
    ['another scheme', () => `ftp://${host()}`, 401],
    ['the Origin of this host', () => `http://${host()}`, 204],
    ['the Origin of PUBLIC_URL', () => 'http://portal.example.test', 204],
  ];
  for (const [what, origin, status] of origins) {
    it(`change things with ${what}: ${status}`, async () => {
      const { browser } = await signIn();
      const value = origin();
      const answer = await browser.post('/api/v1/logout', undefined, {
        headers: value === undefined ? {} : { origin: value },
      });
      expect(answer.status).to.equal(status);
    });
  }

  it('do nothing for a page that shows another person or mode', async () => {
    const { browser } = await signIn();
    const { body: me } = await browser.get('/api/v1/me');
    const shown = async (account: string) => {
      const headers = { 'x-session-of': account };
      return (await browser.get('/api/v1/me', { headers })).status;
    };
    expect(await shown(`${me.user_id} live`)).to.equal(200);
    expect(await shown(`${me.user_id} test`)).to.equal(401);
    expect(await shown('usr_01k6zq1v5hf4q8k3m2n7p9r0s1 live')).to.equal(401);
    expect(await shown(`${me.user_id}`)).to.equal(401);
  });

  it('end with the logout, which takes the cookie back', async () => {
    const { browser } = await signIn();
    const answer = await browser.post('/api/v1/logout', undefined, {
      headers: { origin: `http://${host()}` },
    });
    expect(answer.headers.get('set-cookie')).to.match(/^session=;.*Expires=Thu, 01 Jan 1970/);
    expect((await browser.get('/api/v1/me')).status).to.equal(401);
  });

  it('are not looked at beside an Authorization header, even one that is not usable', async () => {
    const { browser } = await signIn();
    const answer = await browser.get('/api/v1/me', { headers: { authorization: 'Basic eDp5' } });
    expect(answer.status).to.equal(401);
  });

  it('are not needed by a bearer token, which may come from any Origin', async () => {
    const client = await api.signIn(user);
    const answer = await client.post('/api/v1/logout', undefined, {
      headers: { origin: 'https://evil.example.test' },
    });
    expect(answer.status).to.equal(204);
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
  });
});
