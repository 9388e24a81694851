import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { signInByCookie } from '../../support/accounts/second-factor.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

type Act = () => Promise<Answer>;

interface Given {
  user: TestUser & { clientId: string };
  /** Signed in as the user, the owner of the client. */
  owner: TestClient;
  admin: TestClient;
  /** A colleague of the user. */
  member: TestUser;
}

/**
 * What takes a right away, each way of its own to the end of it. Requests that are being accepted have the wallet, and
 * have asked for the right already: whoever takes it away is answered once they are through, so that none is accepted
 * after that.
 */
const ACTS: Readonly<Record<string, (given: Given, api: TestApi) => Promise<Act>>> = {
  'a token is signed out':
    async ({ owner }) =>
    () =>
      owner.post('/api/v1/logout'),
  'a password is changed': async ({ owner, user }) => {
    const body = { current_password: user.password, new_password: 'another long password' };
    return () => owner.post('/api/v1/me/password', body);
  },
  'another session is ended': async ({ owner, user }, api) => {
    const browser = await signInByCookie(api, user);
    const [{ session_id: id }] = (await browser.get('/api/v1/me/sessions')).body.data;
    return () => owner.send('DELETE', `/api/v1/me/sessions/${id}`);
  },
  'all other sessions are ended': async ({ owner, user }, api) => {
    await api.signIn(user);
    return () => owner.send('DELETE', '/api/v1/me/sessions');
  },
  'somebody gets another role': async ({ owner, member }) => {
    return () => owner.send('PATCH', `/api/v1/team/${member.publicId}`, { json: { role: 'viewer' } });
  },
  'a second factor is demanded': async ({ owner }) => {
    return () => owner.send('PATCH', '/api/v1/team/settings', { json: { require_second_factor: true } });
  },
  'a second factor is taken away': async ({ admin, member, user }, api) => {
    await api.db.query(
      `INSERT INTO recovery_codes (code_hash, user_id, client_id) VALUES (decode(repeat('ab', 32), 'hex'), $1, $2)`,
      [member.id, user.clientId],
    );
    const client = toPublicId('client', user.clientId);
    const path = `/api/v1/admin/clients/${client}/users/${member.publicId}/second-factor`;
    return () => admin.send('DELETE', path);
  },
  'a client is suspended': async ({ admin, user }) => {
    const path = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}`;
    return () => admin.send('PATCH', path, { json: { suspended: true } });
  },
  'an API key is deleted': async ({ owner }) => {
    const { api_key_id: id } = (await owner.post('/api/v1/api-keys', { name: 'Machine' })).body;
    return () => owner.send('DELETE', `/api/v1/api-keys/${id}`);
  },
  'an API key loses a scope': async ({ owner }) => {
    const { api_key_id: id } = (await owner.post('/api/v1/api-keys', { name: 'Machine' })).body;
    return () => owner.send('PATCH', `/api/v1/api-keys/${id}`, { json: { scopes: ['read'] } });
  },
};

describe('what takes a right away', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  for (const [what, prepare] of Object.entries(ACTS)) {
    it(`is answered once the requests that are being accepted are through: ${what}`, async () => {
      const user = await api.createClientUser();
      const { clientId } = user;
      const given = {
        user,
        owner: await api.signIn(user),
        admin: await api.signIn(await api.createStaff('admin')),
        member: await api.createClientUser({ clientId, user: { role: 'submitter' } }),
      };
      const act = await prepare(given, api);
      let acting: Promise<Answer> | undefined;
      await api.db.transaction(async (sql) => {
        await sql.query('SELECT FROM wallets WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
        acting = act();
        await untilBlocked(api.db, { query: 'SELECT FROM wallets%' });
      });
      expect((await acting)?.status).to.be.oneOf([200, 204]);
    });
  }
});
