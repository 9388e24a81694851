import { expect } from 'chai';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('the holder of a token', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('is named where the name is known', async () => {
    for (const name of ['Vera Sample', undefined]) {
      const person = await api.signIn(
        await api.createClientUser({ user: name === undefined ? {} : { name } }),
      );
      expect((await person.get('/api/v1/me')).body.name).to.equal(name ?? null);
    }
  });

  it('has no name of its own if it is an API key', async () => {
    const owner = await api.signIn(await api.createClientUser({ user: { name: 'Vera Sample' } }));
    const { body } = await owner.post('/api/v1/api-keys', { name: 'Payroll' });
    const machine = new TestClient(api.url).withToken(body.api_key);
    expect((await machine.get('/api/v1/me')).body).to.include({ name: null, email: null });
  });

  it('is told that nothing else works before a temporary password is changed', async () => {
    const user = await api.createClientUser();
    const person = await api.signIn(user);
    expect((await person.get('/api/v1/me')).body).not.to.have.property('must_change_password');
    await api.db.query('UPDATE users SET must_change_password = true WHERE id = $1', [user.id]);
    expect((await person.get('/api/v1/me')).body).to.include({ must_change_password: true });
  });
});
