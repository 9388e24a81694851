import { expect } from 'chai';
import { factorStep, passwordStep } from '../../support/accounts/second-factor.js';
import { totpCode } from '../../support/accounts/totp.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const OWN = '/api/v1/me/second-factor';

describe('recovery codes that a session asks for while the first factor is set up in another', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('are not given to a session that has proved no factor', async () => {
    const user = await api.createClientUser();
    const [owner, other] = [await api.signIn(user), await api.signIn(user)];
    const { secret, challenge } = (await owner.post(`${OWN}/totp`)).body;
    const waiting = (count: number) => untilBlocked(api.db, { count, query: 'SELECT FROM users%' });
    // Both wait for the account, the set-up first: the other request began when there was no factor to prove.
    const sent = await api.db.transaction(async (sql) => {
      await sql.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [user.id]);
      const setUp = owner.post(`${OWN}/totp/confirm`, { challenge, totp: totpCode(secret) });
      await waiting(1);
      const codes = other.post(`${OWN}/recovery-codes`);
      await waiting(2);
      return { setUp, codes };
    });
    const added = await sent.setUp;
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    const renewed = await sent.codes;
    expect(renewed.body).not.to.have.property('recovery_codes');
    expect(renewed.status).to.equal(409);
    const { challenge: asked } = (await passwordStep(api, user)).body;
    const [code] = added.body.recovery_codes;
    expect((await factorStep(api, asked, { recovery_code: code })).status, 'the owner’s code').to.equal(200);
  });
});
