import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildUser } from '../../support/database/factories.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('POST /api/v1/login', () => {
  let api: TestApi;
  let user: TestUser;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
  });
  after(() => api.close());

  const login = (body: object) => api.client.post('/api/v1/login', body);

  it('exchanges e-mail and password for a bearer token of an hour', async () => {
    const answer = await login({ email: user.email, password: user.password });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('access_token', 'token_type', 'expires_in', 'scope');
    expect(answer.body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'client' });
    expect(answer.headers.get('set-cookie')).to.equal(null);
  });

  it('takes the e-mail in any case and with white space around it', async () => {
    const answer = await login({ email: ` ${user.email.toUpperCase()} `, password: user.password });
    expect(answer.status).to.equal(200);
  });

  it('gives staff their own scope', async () => {
    const support = await api.createStaff('support');
    const answer = await login({ email: support.email, password: support.password });
    expect(answer.body.scope).to.equal('support');
  });

  it('answers an unknown e-mail and a wrong password alike', async () => {
    const wrong = await login({ email: user.email, password: 'not the password' });
    const unknown = await login({ email: 'nobody@example.test', password: 'not the password' });
    expect(wrong.status).to.equal(401);
    expect(unknown.status).to.equal(401);
    const visible = ({ body, headers }: typeof wrong) => ({
      body: { ...body, correlation_id: '' },
      headers: [...headers.keys()],
    });
    expect(visible(unknown)).to.deep.equal(visible(wrong));
  });

  it('takes a password as it was typed: no trimming, no cutting', async () => {
    for (const password of [` ${user.password}`, `${user.password} `, user.password.toUpperCase()]) {
      expect((await login({ email: user.email, password })).status, password).to.equal(401);
    }
  });

  it('says that a temporary password has to be changed', async () => {
    const fresh = await api.createClientUser({ user: { mustChangePassword: true } });
    const answer = await login({ email: fresh.email, password: fresh.password });
    expect(answer.body.must_change_password).to.equal(true);
  });

  it('refuses a suspended user and a user of a suspended client, and says who can help', async () => {
    const suspended = await api.createClientUser({ user: { suspended: true } });
    const ofSuspended = await api.createClientUser({ client: { suspended: true } });
    const staff = await api.createStaff('support');
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [staff.id]);
    for (const [{ email, password }, helper] of [
      [suspended, 'Ask an owner of your team, or contact support.'],
      [ofSuspended, 'suspended. Contact support.'],
      [staff, 'suspended. Contact support.'],
    ] as const) {
      const answer = await login({ email, password });
      expect(answer.status).to.equal(401);
      expect(answer.body.message).to.include('suspended').and.include(helper);
    }
  });

  const faults: [string, object, Record<string, string>][] = [
    ['an empty body', {}, { email: 'required', password: 'required' }],
    ['an address that is none', { email: 'nobody', password: 'x' }, { email: 'invalid_email' }],
    ['other types', { email: 1, password: true }, { email: 'invalid_type', password: 'invalid_type' }],
    ['a lone surrogate', { email: 'a@example.test', password: 'x\ud800' }, { password: 'invalid_text' }],
    [
      'an endless password',
      { email: 'a@example.test', password: 'x'.repeat(2000) },
      { password: 'too_long' },
    ],
    [
      'another session and an unknown field',
      { email: 'a@example.test', password: 'x', session: 'token', role: 'admin' },
      { session: 'invalid_choice', role: 'unknown_field' },
    ],
  ];
  for (const [what, body, expected] of faults) {
    it(`answers ${what} with 422 and all faults at once`, async () => {
      const answer = await login(body);
      expect(answer.status).to.equal(422);
      const found = answer.body.errors.map(({ field, code }: { field: string; code: string }) => [
        field,
        code,
      ]);
      expect(Object.fromEntries(found)).to.deep.equal(expected);
    });
  }

  it('lets nobody in whose stored hash is broken, and calls that a defect', async () => {
    const broken = await buildUser(api.db, { clientId: null, passwordHash: 'no hash' });
    const answer = await login({ email: broken.email, password: 'whatever it is' });
    expect(answer.status).to.equal(500);
    expect(JSON.stringify(answer.body)).not.to.match(/hash|argon|stack/i);
  });
});
