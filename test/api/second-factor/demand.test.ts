import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { passwordStep, setUpTotp, signInByCookie } from '../../support/accounts/second-factor.js';
import { totpCode } from '../../support/accounts/totp.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const OWN = '/api/v1/me/second-factor';

describe('who has to have a second factor', () => {
  let api: TestApi;
  let strict: TestApi;
  before(async () => {
    api = await startApi();
    const config = { requireSecondFactor: 'staff' } as const;
    strict = await startApi({ database: api.database, redisUrl: api.redisUrl, config });
  });
  after(async () => {
    await strict.close();
    await api.close();
  });

  async function expectOnlySetUp(client: TestClient, path: string): Promise<void> {
    const refused = await client.get(path);
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({ status: 'forbidden', reason: 'second_factor_setup_required' });
    expect((await client.get('/api/v1/me/sessions')).status).to.equal(403);
    expect((await client.get('/api/v1/me')).body.must_set_up_second_factor).to.equal(true);
    expect((await client.get(OWN)).body).to.include({ required: true });
  }

  it('is staff where the service says so: without one they can only set one up, and then everything', async () => {
    const admin = await api.createStaff('admin');
    const answer = await passwordStep(strict, admin);
    expect(answer.body.must_set_up_second_factor).to.equal(true);
    const client = strict.client.withToken(answer.body.access_token);
    await expectOnlySetUp(client, '/api/v1/admin/clients');
    const person = await setUpTotp(strict, admin);
    expect((await person.client.get('/api/v1/admin/clients')).status).to.equal(200);
    expect((await person.client.get('/api/v1/me')).body).not.to.have.property('must_set_up_second_factor');
    const last = await person.client.send('DELETE', `${OWN}/${person.factorId}`);
    expect(last.status).to.equal(409);
    // Clients' users are not affected.
    const user = await api.createClientUser();
    expect((await (await strict.signIn(user)).get('/api/v1/wallet')).status).to.equal(200);
  });

  it('is whoever belongs to a client that demands it, and no machine of it', async () => {
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const { api_key } = (await client.post('/api/v1/api-keys', { name: 'Machine', scopes: ['wallet'] })).body;
    await api.db.query('UPDATE clients SET require_second_factor = true WHERE id = $1', [user.clientId]);
    await expectOnlySetUp(client, '/api/v1/wallet');
    expect((await api.client.withToken(api_key).get('/api/v1/wallet')).status).to.equal(200);
    const person = await setUpTotp(api, user);
    expect((await person.client.get('/api/v1/wallet')).status).to.equal(200);
  });

  it('has to in every session: one without, begun before it was set up in another, has ended', async () => {
    const admin = await api.createStaff('admin');
    const stolen = [await strict.signIn(admin), await signInByCookie(strict, admin)] as const;
    const begun = await stolen[0].post(`${OWN}/totp`);
    expect(begun.status).to.equal(201);
    const { client } = await setUpTotp(strict, admin);
    const { secret, challenge } = begun.body;
    const confirmed = await stolen[0].post(`${OWN}/totp/confirm`, { challenge, totp: totpCode(secret) });
    expectError(confirmed, { httpStatus: 401, status: 'unauthorized' });
    for (const path of ['/api/v1/admin/clients', '/api/v1/me', OWN]) {
      for (const session of stolen) {
        expectError(await session.get(path), { httpStatus: 401, status: 'unauthorized' });
      }
      expect((await client.get(path)).status).to.equal(200);
    }
  });

  it('has to from the moment at which the client demands it, in a session without it too', async () => {
    const user = await api.createClientUser();
    const without = await api.signIn(user);
    const { client } = await setUpTotp(api, user);
    expect((await without.get('/api/v1/wallet')).status).to.equal(200);
    await api.db.query('UPDATE clients SET require_second_factor = true WHERE id = $1', [user.clientId]);
    expectError(await without.get('/api/v1/wallet'), { httpStatus: 401, status: 'unauthorized' });
    expect((await client.get('/api/v1/wallet')).status).to.equal(200);
  });

  describe('and has lost it', () => {
    let admin: TestClient;
    let adminUser: TestUser;
    before(async () => {
      adminUser = await api.createStaff('admin');
      admin = await api.signIn(adminUser);
    });

    it('gets it reset by an admin, which ends every session and is in the audit log', async () => {
      const user = await setUpTotp(api, await api.createClientUser());
      const clients = '/api/v1/admin/clients';
      const { client } = (await user.client.get('/api/v1/me')).body;
      const path = `${clients}/${client.client_id}/users/${user.publicId}/second-factor`;
      expect((await admin.send('DELETE', path)).status).to.equal(204);
      expect((await user.client.get('/api/v1/me')).status).to.equal(401);
      expect((await passwordStep(api, user)).body).to.have.property('access_token');
      const entries = await admin.get('/api/v1/admin/audit-log?limit=1');
      expect(entries.body.data[0]).to.include({ action: 'user.second_factor_reset', target: user.publicId });
      expect((await admin.send('DELETE', path)).status).to.equal(204);
      const foreign = await api.createClientUser();
      const wrong = `${clients}/${client.client_id}/users/${foreign.publicId}/second-factor`;
      expect((await admin.send('DELETE', wrong)).status).to.equal(404);
    });

    it('cannot reset the own one, and nobody but an admin resets any', async () => {
      const path = `/api/v1/admin/staff/${adminUser.publicId}/second-factor`;
      expect((await admin.send('DELETE', path)).status).to.equal(409);
      const support = await setUpTotp(api, await api.createStaff('support'));
      const other = `/api/v1/admin/staff/${support.publicId}/second-factor`;
      expect((await support.client.send('DELETE', other)).status).to.equal(401);
      expect((await admin.send('DELETE', other)).status).to.equal(204);
    });
  });
});
