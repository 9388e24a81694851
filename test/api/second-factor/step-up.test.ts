import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { ageSessions, setUpTotp, signInByCookie } from '../../support/accounts/second-factor.js';
import { nextTotpCode, totpCode } from '../../support/accounts/totp.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const KEYS = '/api/v1/api-keys';
const STEP_UP = '/api/v1/me/step-up';

describe('what needs a fresh proof', () => {
  let api: TestApi;
  let user: TestUser;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    user = await api.createClientUser();
  });
  after(() => api.close());

  const makeKey = (client: TestClient) => client.post(KEYS, { name: 'Payroll server' });

  it('is done in the portal within ten minutes of the password, and asks for it after that', async () => {
    const browser = await signInByCookie(api, user);
    expect((await makeKey(browser)).status).to.equal(201);
    await ageSessions(api, user, '10 minutes');
    const refused = await makeKey(browser);
    expect(refused.status).to.equal(401);
    expect(refused.body).to.deep.include({
      status: 'step_up_required',
      methods: ['password'],
      expires_in: 300,
    });
    const wrong = await browser.post(STEP_UP, { password: 'not the password' });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.errors[0].code).to.equal('wrong_password');
    expect((await makeKey(browser)).status).to.equal(401);
    const { challenge } = refused.body;
    const proved = await browser.post(STEP_UP, { challenge, password: user.password });
    expect(proved.body).to.deep.equal({ expires_in: 600 });
    expect((await makeKey(browser)).status).to.equal(201);
    // Reading needs none.
    await ageSessions(api, user, '11 minutes');
    expect((await browser.get(KEYS)).status).to.equal(200);
  });

  it('is proved for one session, and no other of the account', async () => {
    const [browser, stolen] = [await signInByCookie(api, user), await signInByCookie(api, user)];
    await ageSessions(api, user, '11 minutes');
    await browser.post(STEP_UP, { password: user.password });
    expect((await makeKey(browser)).status).to.equal(201);
    expect((await makeKey(stolen)).status).to.equal(401);
  });

  it('goes on as before for a token of an account without a second factor', async () => {
    const client = await api.signIn(user);
    await ageSessions(api, user, '11 minutes');
    expect((await makeKey(client)).status).to.equal(201);
  });

  it('needs the factor of who has one, from a token too: the password will not do', async () => {
    const { client, secret, password, recoveryCodes } = await setUpTotp(api, user);
    expect((await makeKey(client)).status).to.equal(201);
    await ageSessions(api, user, '10 minutes');
    const refused = await makeKey(client);
    expect(refused.status).to.equal(401);
    expect(refused.body.methods).to.deep.equal(['totp', 'recovery_code']);
    const byPassword = await client.post(STEP_UP, { password });
    expect(byPassword.status).to.equal(422);
    const totp = nextTotpCode(secret);
    expect((await client.post(STEP_UP, { totp })).status).to.equal(200);
    expect((await makeKey(client)).status).to.equal(201);
    await ageSessions(api, user, '10 minutes');
    // A code works once, here too.
    expect((await client.post(STEP_UP, { totp })).body.errors[0].code).to.equal('wrong_code');
    const [recovery_code] = recoveryCodes;
    expect((await client.post(STEP_UP, { recovery_code })).status).to.equal(200);
    expect((await makeKey(client)).status).to.equal(201);
  });

  it('takes no challenge of somebody else', async () => {
    const theirs = await setUpTotp(api, await api.createClientUser());
    await ageSessions(api, theirs, '10 minutes');
    const { challenge } = (await makeKey(theirs.client)).body;
    const own = await setUpTotp(api, user);
    const answer = await own.client.post(STEP_UP, { challenge, totp: nextTotpCode(own.secret) });
    expect(answer.body.errors[0].field).to.equal('challenge');
  });

  it('comes before what the request says, and leaves it undone', async () => {
    const admin = await api.createStaff('admin');
    const browser = await signInByCookie(api, admin);
    await ageSessions(api, admin, '11 minutes');
    const clients = '/api/v1/admin/clients';
    const { client_id } = (await browser.post(clients, { name: 'No proof needed' })).body;
    const credits = `${clients}/${client_id}/credits`;
    expect((await browser.post(credits, { amount: 'x' })).status).to.equal(401);
    const staff = { email: 'new@example.test', role: 'admin' };
    expect((await browser.post('/api/v1/admin/staff', staff)).status).to.equal(401);
    const wallet = await browser.get(`${clients}/${client_id}/wallet`);
    expect(wallet.body.balance).to.equal(0);
  });

  it('is needed to have a client’s data erased by its age, and for nothing else of a client', async () => {
    const admin = await api.createStaff('admin');
    const browser = await signInByCookie(api, admin);
    const clients = '/api/v1/admin/clients';
    const { client_id } = (await browser.post(clients, { name: 'Example Client' })).body;
    const patch = (json: object) => browser.send('PATCH', `${clients}/${client_id}`, { json });
    await ageSessions(api, admin, '11 minutes');
    expect((await patch({ name: 'Another name', retention_days: null })).status).to.equal(200);
    expect((await patch({ retention_days: 1 })).body.status).to.equal('step_up_required');
    expect((await browser.get(`${clients}/${client_id}`)).body.retention_days).to.equal(null);
    await browser.post(STEP_UP, { password: admin.password });
    expect((await patch({ retention_days: 1 })).body.retention_days).to.equal(1);
  });

  it('is needed to complete what was begun before another session set up the first factor', async () => {
    const stolen = await api.signIn(user);
    const begun = await stolen.post('/api/v1/me/second-factor/totp');
    expect(begun.status).to.equal(201);
    const { client } = await setUpTotp(api, user);
    const { secret, challenge } = begun.body;
    const totp = totpCode(secret);
    const answer = await stolen.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp });
    expect(answer.status).to.equal(422);
    expect(answer.body.errors[0]).to.include({ field: 'challenge', code: 'invalid_challenge' });
    expect((await client.get('/api/v1/me/second-factor')).body.factors).to.have.length(1);
  });

  it('is needed to change factors: a stolen session cannot', async () => {
    const { client, factorId } = await setUpTotp(api, user);
    await ageSessions(api, user, '10 minutes');
    const own = '/api/v1/me/second-factor';
    for (const path of [`${own}/totp`, `${own}/passkeys`, `${own}/recovery-codes`]) {
      expect((await client.post(path)).body.status, path).to.equal('step_up_required');
    }
    expect((await client.send('DELETE', `${own}/${factorId}`)).body.status).to.equal('step_up_required');
    const browser = await signInByCookie(api, await api.createClientUser());
    expect((await browser.post(`${own}/totp`)).status).to.equal(201);
  });
});
