import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import {
  ageSessions,
  browserOf,
  factorStep,
  passwordStep,
  setUpTotp,
} from '../../support/accounts/second-factor.js';
import { SoftwarePasskey, setUpPasskey, type Twist } from '../../support/accounts/software-passkey.js';
import { totpCode } from '../../support/accounts/totp.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const KEYS = '/api/v1/api-keys';
const STEP_UP = '/api/v1/me/step-up';
const FACTORS = '/api/v1/me/second-factor';

describe('a passkey', () => {
  let api: TestApi;
  let user: TestUser & { clientId: string };
  let passkey: SoftwarePasskey;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    user = await api.createClientUser();
    passkey = await setUpPasskey(api, await api.signIn(user));
  });
  after(() => api.close());

  /** Signs in at the portal with the password and then the passkey. */
  async function signIn(): Promise<TestClient> {
    const { challenge, passkey_options: options } = (await passwordStep(api, user, { session: 'cookie' }))
      .body;
    return browserOf(api, await factorStep(api, challenge, { passkey: passkey.get(options) }));
  }

  const makeKey = (client: TestClient) => client.post(KEYS, { name: 'Payroll server' });

  it('proves who one is again in the session that was asked, once', async () => {
    const browser = await signIn();
    await ageSessions(api, user, '10 minutes');
    const { challenge, passkey_options: options } = (await makeKey(browser)).body;
    const proof = { challenge, passkey: passkey.get(options) };
    expect((await browser.post(STEP_UP, proof)).status).to.equal(200);
    expect((await makeKey(browser)).status).to.equal(201);
    await ageSessions(api, user, '10 minutes');
    // A passkey without a counter, so that only the challenge reveals a copy.
    const copied = await browser.post(STEP_UP, proof);
    expect(copied.body.errors?.[0]).to.include({ field: 'passkey', code: 'wrong_code' });
    expect((await makeKey(browser)).status).to.equal(401);
  });

  it('proves it once however many ask at the same moment', async () => {
    const browser = await signIn();
    await ageSessions(api, user, '10 minutes');
    const { challenge, passkey_options: options } = (await makeKey(browser)).body;
    const proof = { challenge, passkey: passkey.get(options) };
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post(STEP_UP, proof)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422]);
  });

  it('proves nothing in another session of the same person', async () => {
    const [browser, stolen] = [await signIn(), await signIn()];
    await ageSessions(api, user, '10 minutes');
    const { challenge, passkey_options: options } = (await makeKey(browser)).body;
    const answer = await stolen.post(STEP_UP, { challenge, passkey: passkey.get(options) });
    expect(answer.body.errors?.[0].field).to.equal('challenge');
    expect((await makeKey(stolen)).status).to.equal(401);
  });

  const twists: [title: string, twist: Twist][] = [
    ['a page of another host', { origin: 'https://portal.example.test' }],
    ['a page of the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['a frame on a page of another site', { framed: true }],
    ['another relying party', { rpId: 'example.test' }],
    ['a device that did not ask who holds it', { unverified: true }],
    ['a passkey that names somebody else as its holder', { holder: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ];
  for (const [title, twist] of twists) {
    it(`opens nothing with the answer of ${title}`, async () => {
      const begun = (await api.client.post('/api/v1/login/passkey/options')).body;
      const alone = { challenge: begun.challenge, passkey: passkey.get(begun.passkey_options, twist) };
      expect((await api.client.post('/api/v1/login/passkey', alone)).status).to.equal(401);
      const { challenge, passkey_options: options } = (await passwordStep(api, user)).body;
      const second = await factorStep(api, challenge, { passkey: passkey.get(options, twist) });
      expect(second.status).to.equal(401);
    });
  }

  it('signs in alone and beside the password also when it names nobody as its holder', async () => {
    const begun = (await api.client.post('/api/v1/login/passkey/options')).body;
    const alone = {
      challenge: begun.challenge,
      passkey: passkey.get(begun.passkey_options, { holder: null }),
    };
    expect((await api.client.post('/api/v1/login/passkey', alone)).status).to.equal(200);
    const { challenge, passkey_options: options } = (await passwordStep(api, user)).body;
    const second = await factorStep(api, challenge, { passkey: passkey.get(options, { holder: null }) });
    expect(second.status).to.equal(200);
  });

  it('opens no account of a colleague, whomever it names as its holder', async () => {
    const colleague = await api.createClientUser({ clientId: user.clientId });
    await setUpPasskey(api, await api.signIn(colleague));
    for (const twist of [{}, { holder: null }]) {
      const { challenge, passkey_options: options } = (await passwordStep(api, colleague)).body;
      expect(options.allowCredentials, 'of the other it names none').to.have.length(1);
      expect((await factorStep(api, challenge, { passkey: passkey.get(options, twist) })).status).to.equal(
        401,
      );
    }
  });

  it('opens nothing while its holder is suspended', async () => {
    const { challenge, passkey_options: options } = (await api.client.post('/api/v1/login/passkey/options'))
      .body;
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]);
    const answer = await api.client.post('/api/v1/login/passkey', {
      challenge,
      passkey: passkey.get(options),
    });
    expect(answer.status).to.equal(401);
  });

  it('is refused, and nothing else, when it is no answer of a browser', async () => {
    for (const answer of [
      'text',
      1,
      null,
      [],
      {},
      { id: 'AA' },
      { id: 'AA', response: null },
      { response: 1 },
    ]) {
      const { challenge } = (await passwordStep(api, user)).body;
      const { status } = await factorStep(api, challenge, { passkey: answer });
      expect(status, JSON.stringify(answer)).to.be.oneOf([401, 422]);
    }
  });

  it('that counts is a copy when it counts backwards or not on', async () => {
    const alone = async (count: number): Promise<number> => {
      const { challenge, passkey_options: options } = (await api.client.post('/api/v1/login/passkey/options'))
        .body;
      const answer = { challenge, passkey: passkey.get(options, { count }) };
      return (await api.client.post('/api/v1/login/passkey', answer)).status;
    };
    expect([await alone(7), await alone(7), await alone(6), await alone(0), await alone(8)]).to.deep.equal([
      200, 401, 401, 401, 200,
    ]);
  });

  it('signs in with the answer to one challenge and no other', async () => {
    const ask = async () => (await api.client.post('/api/v1/login/passkey/options')).body;
    const [first, second] = [await ask(), await ask()];
    const answer = passkey.get(first.passkey_options);
    const mixed = { challenge: second.challenge, passkey: answer };
    expect((await api.client.post('/api/v1/login/passkey', mixed)).status).to.equal(401);
    const right = { challenge: first.challenge, passkey: answer };
    const answers = await Promise.all([1, 2, 3].map(() => api.client.post('/api/v1/login/passkey', right)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401]);
  });
});

describe('setting up a second factor', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('is finished in the session that began it: no other has proved who it is', async () => {
    const user = await api.createClientUser();
    const [own, stolen] = [await api.signIn(user), await api.signIn(user)];
    const { challenge, secret } = (await own.post(`${FACTORS}/totp`)).body;
    const taken = await stolen.post(`${FACTORS}/totp/confirm`, { challenge, totp: totpCode(secret) });
    expect(taken.body.errors?.[0]).to.include({ field: 'challenge', code: 'invalid_challenge' });
    const added = await own.post(`${FACTORS}/totp/confirm`, { challenge, totp: totpCode(secret) });
    expect(added.status).to.equal(201);
  });

  it('takes no passkey that was made in a frame on a page of another site', async () => {
    const client = await api.signIn(await api.createClientUser());
    const { challenge, passkey_options: options } = (await client.post(`${FACTORS}/passkeys`)).body;
    const passkey = new SoftwarePasskey(api).create(options, { framed: true });
    const answer = await client.post(`${FACTORS}/passkeys/confirm`, { challenge, passkey });
    expect(answer.body.errors?.[0]).to.include({ field: 'passkey', code: 'wrong_code' });
  });

  it('takes no passkey for another one’s challenge', async () => {
    const { client } = await setUpTotp(api, await api.createClientUser());
    const passkey = await setUpPasskey(api, client);
    const begun = [
      (await client.post(`${FACTORS}/passkeys`)).body,
      (await client.post(`${FACTORS}/passkeys`)).body,
    ];
    const answer = { challenge: begun[0].challenge, passkey: passkey.create(begun[1].passkey_options) };
    expect((await client.post(`${FACTORS}/passkeys/confirm`, answer)).status).to.equal(422);
  });
});
