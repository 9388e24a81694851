import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import {
  ageSessions,
  browserOf,
  passwordStep,
  signInByCookie,
} from '../../support/accounts/second-factor.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi, testJwtSecrets } from '../../support/processes/app.js';

describe('sessions', () => {
  let api: TestApi;
  let other: TestApi;
  let user: TestUser & { clientId: string };
  before(async () => {
    api = await startApi();
    other = await startApi({ database: api.database, redisUrl: api.redisUrl });
  });
  beforeEach(async () => {
    user = await api.createClientUser();
  });
  after(async () => {
    await other.close();
    await api.close();
  });

  const statusOf = async (browser: TestClient) => (await browser.get('/api/v1/me')).status;
  const own = async (browser: TestClient) => (await browser.get('/api/v1/me/sessions')).body.data;

  it('of the portal end after 15 minutes without use, on every process', async () => {
    const [browser, unused] = [await signInByCookie(api, user), await signInByCookie(api, user)];
    await ageSessions(api, user, '14 minutes');
    expect(await statusOf(browser)).to.equal(200);
    // That counted as a use of this session, and of no other: the fifteen minutes start again.
    await ageSessions(api, user, '14 minutes');
    expect(await statusOf(browser)).to.equal(200);
    expect(await statusOf(unused)).to.equal(401);
    await ageSessions(api, user, '15 minutes');
    expect(await statusOf(browser)).to.equal(401);
    expect(await statusOf(new TestClient(other.url, { cookie: cookieOf(browser) }))).to.equal(401);
  });

  it('of the portal do not end early when they are used again soon', async () => {
    const browser = await signInByCookie(api, user);
    await ageSessions(api, user, '30 seconds');
    expect(await statusOf(browser)).to.equal(200);
    // Counted from the first use, it would be over.
    await ageSessions(api, user, '14 minutes 31 seconds');
    expect(await statusOf(browser)).to.equal(200);
  });

  it('of the portal need a new proof, and end without use, after a clock that was ahead', async () => {
    const browser = await signInByCookie(api, user);
    await ageSessions(api, user, '-1 day');
    const refused = await browser.post('/api/v1/api-keys', { name: 'Payroll server' });
    expect(refused.body).to.include({ status: 'step_up_required' });
    // It was a use all the same, which is recorded as of now.
    await ageSessions(api, user, '15 minutes');
    expect(await statusOf(browser)).to.equal(401);
  });

  describe('of the portal end after 12 hours', () => {
    const letPass = (time: string) =>
      api.db.query('UPDATE sessions SET expires_at = expires_at - $2::interval WHERE user_id = $1', [
        user.id,
        time,
      ]);

    it('however much they are used', async () => {
      const browser = await signInByCookie(api, user);
      await letPass('11 hours 59 minutes');
      expect(await statusOf(browser)).to.equal(200);
      await letPass('1 minute');
      expect(await statusOf(browser)).to.equal(401);
    });

    it('of the right time, if they began by a clock that was ahead', async () => {
      const browser = await signInByCookie(api, user);
      await ageSessions(api, user, '-1 day');
      expect(await statusOf(browser)).to.equal(200);
      await letPass('12 hours');
      expect(await statusOf(browser)).to.equal(401);
    });
  });

  it('of the portal hand out their next token while they are used, for no longer than they last', async () => {
    const browser = await signInByCookie(api, user);
    const fresh = await browser.get('/api/v1/me');
    expect(fresh.headers.get('set-cookie')).to.equal(null);
    const older = withOlderToken(api, browser, 6 * 60);
    const renewed = await older.get('/api/v1/me');
    expect(renewed.headers.get('set-cookie')).to.include('Max-Age=3600').and.include('HttpOnly');
    const next = browserOf(api, renewed);
    expect(await statusOf(next)).to.equal(200);
    expect(cookieOf(next)).not.to.equal(cookieOf(older));
    await api.db.query(`UPDATE sessions SET expires_at = now() + interval '2 minutes' WHERE user_id = $1`, [
      user.id,
    ]);
    const last = await older.get('/api/v1/me');
    expect(last.headers.get('set-cookie')).to.match(/Max-Age=1[12]\d;/);
  });

  it('of the API last their hour, used or not', async () => {
    const client = await api.signIn(user);
    await ageSessions(api, user, '50 minutes');
    expect(await statusOf(client)).to.equal(200);
  });

  it('are listed newest first, with the device and which is this one', async () => {
    await api.login(user);
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const answer = await new TestClient(api.url, { 'user-agent': agent }).post('/api/v1/login', {
      email: user.email,
      password: user.password,
      session: 'cookie',
    });
    const sessions = await own(browserOf(api, answer));
    expect(sessions).to.have.length(2);
    expect(sessions[0]).to.include({ current: true, kind: 'portal', device: 'Firefox on Linux' });
    expect(sessions[0].second_factor).to.equal(false);
    expect(sessions[1]).to.include({ current: false, kind: 'api' });
    expect(sessions[0].session_id).to.match(/^ses_/);
  });

  it('end one by one, at once and everywhere, and a second time changes nothing', async () => {
    const [browser, second] = [await signInByCookie(api, user), await signInByCookie(api, user)];
    const token = await api.signIn(user);
    const ids = (await own(browser)).filter(({ current }: { current: boolean }) => !current);
    for (const { session_id } of ids) {
      const path = `/api/v1/me/sessions/${session_id}`;
      expect((await browser.send('DELETE', path)).status).to.equal(204);
      expect((await browser.send('DELETE', path)).status).to.equal(204);
    }
    expect(await statusOf(new TestClient(other.url, { cookie: cookieOf(second) }))).to.equal(401);
    expect(await statusOf(token)).to.equal(401);
    expect(await statusOf(browser)).to.equal(200);
    expect(await own(browser)).to.have.length(1);
  });

  it('end all but the one that asks', async () => {
    const [browser, second] = [await signInByCookie(api, user), await signInByCookie(api, user)];
    const token = await api.signIn(user);
    expect((await browser.send('DELETE', '/api/v1/me/sessions')).status).to.equal(204);
    expect(await Promise.all([browser, second, token].map(statusOf))).to.deep.equal([200, 401, 401]);
  });

  it('of others, of a colleague too, are not found, and go on', async () => {
    const browser = await signInByCookie(api, user);
    const colleague = await api.createClientUser({ clientId: user.clientId });
    for (const other of [await api.createClientUser(), colleague]) {
      const theirs = await signInByCookie(api, other);
      const [{ session_id }] = await own(theirs);
      const end = (by: TestClient) => by.send('DELETE', `/api/v1/me/sessions/${session_id}`);
      expect(await own(browser)).to.have.length(1);
      expect((await end(browser)).status).to.equal(404);
      expect((await browser.send('DELETE', '/api/v1/me/sessions')).status).to.equal(204);
      expect(await statusOf(theirs)).to.equal(200);
      await end(theirs);
      expect((await end(browser)).status, 'once it has ended').to.equal(404);
    }
  });

  it('of before a new password are listed no more', async () => {
    await signInByCookie(api, user);
    const client = await api.signIn(user);
    const passwords = { current_password: user.password, new_password: 'another long password' };
    expect((await client.post('/api/v1/me/password', passwords)).status).to.equal(204);
    const browser = await signInByCookie(api, { ...user, password: passwords.new_password });
    expect(await own(browser)).to.have.length(1);
  });

  it('cannot be chosen by who sends somebody a link or a cookie: a sign-in has one of its own', async () => {
    const attacker = await signInByCookie(api, await api.createClientUser());
    const answer = await attacker.post('/api/v1/login', {
      email: user.email,
      password: user.password,
      session: 'cookie',
    });
    const victim = browserOf(api, answer);
    expect(sessionIdOf(victim)).not.to.equal(sessionIdOf(attacker));
    expect((await victim.get('/api/v1/me')).body.user_id).to.equal(user.publicId);
    expect((await attacker.get('/api/v1/me')).body.user_id).not.to.equal(user.publicId);
  });

  it('do not begin on a page of another site', async () => {
    const { email, password } = user;
    for (const origin of ['https://evil.example.test', 'null']) {
      const answer = await api.client.post(
        '/api/v1/login',
        { email, password, session: 'cookie' },
        { headers: { origin } },
      );
      expect(answer.status, origin).to.equal(401);
      expect(answer.headers.get('set-cookie'), origin).to.equal(null);
    }
    const form = await api.client.send('POST', '/api/v1/login', {
      body: new URLSearchParams({ email, password, session: 'cookie' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).to.equal(415);
  });

  it('of the portal are no bearer tokens, and end with the logout on every process', async () => {
    const [browser, second] = [await signInByCookie(api, user), await signInByCookie(api, user)];
    const token = cookieOf(browser).split('=')[1] ?? '';
    expect(await statusOf(api.client.withToken(token))).to.equal(401);
    await browser.post('/api/v1/logout');
    expect(await statusOf(new TestClient(other.url, { cookie: cookieOf(browser) }))).to.equal(401);
    expect(await statusOf(second), 'another session goes on').to.equal(200);
    expect((await passwordStep(api, user)).status).to.equal(200);
  });

  function cookieOf(browser: TestClient): string {
    return browser.headers.cookie ?? '';
  }

  function sessionIdOf(browser: TestClient): unknown {
    return (jwt.decode(cookieOf(browser).split('=')[1] ?? '') as { jti?: string }).jti;
  }

  /** The browser with a token of its session, issued this many seconds ago. */
  function withOlderToken({ url }: TestApi, browser: TestClient, seconds: number): TestClient {
    const { payload, header } = jwt.decode(cookieOf(browser).split('=')[1] ?? '', {
      complete: true,
    }) as jwt.Jwt;
    const { iat = 0, exp = 0, ...claims } = payload as jwt.JwtPayload;
    const token = jwt.sign(
      { ...claims, iat: iat - seconds, exp: exp - seconds },
      testJwtSecrets.current.key,
      {
        header,
      },
    );
    return new TestClient(url, { cookie: `session=${token}`, origin: url });
  }
});
