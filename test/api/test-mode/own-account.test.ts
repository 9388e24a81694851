import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import {
  ageSessions,
  browserOf,
  factorStep,
  passwordStep,
  setUpTotp,
  signInByCookie,
} from '../../support/accounts/second-factor.js';
import { setUpPasskey } from '../../support/accounts/software-passkey.js';
import { totpCode } from '../../support/accounts/totp.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const FACTORS = '/api/v1/me/second-factor';
const SESSIONS = '/api/v1/me/sessions';
const STEP_UP = '/api/v1/me/step-up';
const MODE = '/api/v1/me/mode';

describe('the own account in test mode', () => {
  let api: TestApi;
  let user: TestUser;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    user = await api.createClientUser();
  });
  after(() => api.close());

  /** The same session as the client's, switched to test mode. */
  async function switched(client: TestClient): Promise<TestClient> {
    const { status, body } = await client.post(MODE, { mode: 'test' });
    expect(status).to.equal(200);
    return api.client.withToken(body.access_token);
  }

  const makeKey = (client: TestClient) => client.post('/api/v1/api-keys', { name: 'Test machine' });
  const sessionsOf = async (client: TestClient) => (await client.get(SESSIONS)).body.data;

  it('lists its sessions, and ends one and all others', async () => {
    const [own, second, third] = [await api.signIn(user), await api.signIn(user), await api.signIn(user)];
    const test = await switched(own);
    const listed = await sessionsOf(test);
    expect(listed).to.have.length(3);
    const [secondId] = (await sessionsOf(second)).filter(({ current }: { current: boolean }) => current);
    expect((await test.send('DELETE', `${SESSIONS}/${secondId.session_id}`)).status).to.equal(204);
    expect((await second.get(SESSIONS)).status).to.equal(401);
    expect((await third.get(SESSIONS)).status).to.equal(200);
    expect((await test.send('DELETE', SESSIONS)).status).to.equal(204);
    expect((await third.get(SESSIONS)).status).to.equal(401);
    const [left, ...more] = await sessionsOf(test);
    expect([left.current, more]).to.deep.equal([true, []]);
  });

  it('is signed out on both sides', async () => {
    const live = await api.signIn(user);
    const test = await switched(live);
    expect((await test.post('/api/v1/logout')).status).to.equal(204);
    expect((await live.get(SESSIONS)).status).to.equal(401);
    expect(await sessionsOf(await api.signIn(user))).to.have.length(1);
  });

  it('gets a new password', async () => {
    const test = await switched(await api.signIn(user));
    const password = 'a-new-password-for-both';
    const change = { current_password: user.password, new_password: password };
    expect((await test.post('/api/v1/me/password', change)).status).to.equal(204);
    expect((await passwordStep(api, { ...user, password })).status).to.equal(200);
  });

  it('sets up an app, renews its codes and removes it', async () => {
    const live = await api.signIn(user);
    const test = await switched(live);
    const { secret, challenge } = (await test.post(`${FACTORS}/totp`)).body;
    const added = await test.post(`${FACTORS}/totp/confirm`, { challenge, totp: totpCode(secret) });
    expect(added.status).to.equal(201);
    expect((await test.get(FACTORS)).body.factors).to.have.length(1);
    expect((await passwordStep(api, user)).body.methods).to.deep.equal(['totp', 'recovery_code']);
    expect((await test.post(`${FACTORS}/recovery-codes`)).status).to.equal(201);
    const removal = await test.send('DELETE', `${FACTORS}/${added.body.factor_id}`);
    expect(removal.status).to.equal(204);
    expect((await live.get(FACTORS)).body).to.deep.include({ factors: [], recovery_codes_left: 0 });
  });

  it('proves who it is by a code, a passkey and, without a factor, the password', async () => {
    const browser = await signInByCookie(api, user);
    const asCookie = browserOf(api, await browser.post(MODE, { mode: 'test' }));
    await ageSessions(api, user, '10 minutes');
    expect((await makeKey(asCookie)).body.status).to.equal('step_up_required');
    expect((await asCookie.post(STEP_UP, { password: user.password })).status).to.equal(200);
    expect((await makeKey(asCookie)).status).to.equal(201);

    const { client, recoveryCodes } = await setUpTotp(api, user);
    const test = await switched(client);
    await ageSessions(api, user, '10 minutes');
    expect((await makeKey(test)).status).to.equal(401);
    expect((await test.post(STEP_UP, { recovery_code: recoveryCodes[0] })).status).to.equal(200);
    expect((await makeKey(test)).status).to.equal(201);

    const passkey = await setUpPasskey(api, client);
    await ageSessions(api, user, '10 minutes');
    const { challenge, passkey_options: options } = (await makeKey(test)).body;
    expect(options.allowCredentials).to.have.length(1);
    expect((await test.post(STEP_UP, { challenge, passkey: passkey.get(options) })).status).to.equal(200);
    expect((await makeKey(test)).status).to.equal(201);
  });

  it('keeps what it proved when it switches back', async () => {
    const { recoveryCodes } = await setUpTotp(api, user);
    const { challenge } = (await passwordStep(api, user)).body;
    const signedIn = await factorStep(api, challenge, { recovery_code: recoveryCodes[0] });
    const live = api.client.withToken(signedIn.body.access_token);
    const test = await switched(live);
    await ageSessions(api, user, '10 minutes');
    expect((await test.post(STEP_UP, { recovery_code: recoveryCodes[1] })).status).to.equal(200);
    expect((await makeKey(live)).status).to.equal(201);
  });
});
