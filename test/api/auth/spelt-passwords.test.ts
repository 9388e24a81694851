import { hash } from '@node-rs/argon2';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../support/processes/app.js';

const COMPOSED = 'kon\u1E71inoe ho\u0302e bre\u0308e'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
const OTHER = 'kontinoe hoe bree';

describe('a password with accents', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const login = ({ email }: { email: string }, password: string) =>
    api.client.post('/api/v1/login', { email, password });

  for (const [keyboard, set, typed] of [
    ['one that sends a letter and its accent as one character', COMPOSED, DECOMPOSED],
    ['one that sends them as two', DECOMPOSED, COMPOSED],
  ] as const) {
    it(`set with ${keyboard} is taken from any other`, async () => {
      const user = await api.createClientUser();
      const client = await api.signIn(user);
      const change = { current_password: user.password, new_password: set };
      expect((await client.post('/api/v1/me/password', change)).status).to.equal(204);
      for (const spelling of [set, typed]) expect((await login(user, spelling)).status).to.equal(200);
      for (const wrong of [OTHER, `${typed} `]) expect((await login(user, wrong)).status).to.equal(401);
      const token = (await login(user, typed)).body.access_token;
      const same = { current_password: typed, new_password: typed === COMPOSED ? DECOMPOSED : COMPOSED };
      const refused = await api.client.withToken(token).post('/api/v1/me/password', same);
      expect(refused.body.errors?.[0]).to.include({ field: 'new_password', code: 'same_as_current' });
    });
  }

  it('hashed by an earlier release as it was typed is taken as it was', async () => {
    const user = await api.createClientUser();
    await api.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      user.id,
      await hash(DECOMPOSED),
    ]);
    expect((await login(user, DECOMPOSED)).status).to.equal(200);
    expect((await login(user, OTHER)).status).to.equal(401);
  });
});
