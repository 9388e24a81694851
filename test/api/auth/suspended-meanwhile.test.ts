import { expect } from 'chai';
import { changeUser } from '../../../shared/accounts/change-user.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('a new password that waits for its turn while its account is suspended', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('is not set, although the current one was right', async () => {
    const { db, deps } = api;
    const user = await api.createClientUser({ user: { mustChangePassword: true } });
    const client = await api.signIn(user);
    const stored = () =>
      db.query('SELECT password_hash, must_change_password FROM users WHERE id = $1', [user.id]);
    const before = await stored();
    const { loginLimits } = deps;
    const requireQuota = loginLimits.requireQuota.bind(loginLimits);
    // Asked last before the turn, and first in it.
    loginLimits.requireQuota = async (attempt) => {
      loginLimits.requireQuota = requireQuota;
      await requireQuota(attempt);
      const change = { userId: user.id, clientId: user.clientId, suspended: true };
      const result = await db.transaction((sql) => changeUser(sql, change, { actor: 'system' }));
      expect(result).to.equal('changed');
    };
    const answer = await client.post('/api/v1/me/password', {
      current_password: user.password,
      new_password: 'another long password',
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(401);
    expect(await stored()).to.deep.equal(before);
  });
});
