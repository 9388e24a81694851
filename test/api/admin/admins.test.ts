import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const STAFF = '/api/v1/admin/staff';

describe('admins', () => {
  let api: TestApi;
  let adminUser: TestUser;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    adminUser = await api.createStaff('admin');
    admin = await api.signIn(adminUser);
  });
  after(() => api.close());

  const patch = (path: string, json: object, by = admin): Promise<Answer> => by.send('PATCH', path, { json });
  const newAdmin = async (): Promise<{ user: TestUser; caller: TestClient; path: string }> => {
    const user = await api.createStaff('admin');
    return { user, caller: await api.signIn(user), path: `${STAFF}/${user.publicId}` };
  };
  const activeAdmins = async (): Promise<string[]> => {
    const rows = await api.db.query<{ id: string }>(
      `SELECT id FROM users WHERE role = 'admin' AND NOT suspended`,
    );
    return rows.map(({ id }) => id);
  };

  it('come with the role, which a token loses at once with it', async () => {
    const user = await api.createStaff('support');
    const path = `${STAFF}/${user.publicId}`;
    const caller = await api.signIn(user);
    expect((await caller.get(STAFF)).status).to.equal(401);
    expect((await patch(path, { role: 'admin' })).body).to.include({ role: 'admin' });
    expect((await caller.get('/api/v1/me')).status, 'a token has the role of its making').to.equal(401);
    const promoted = await api.signIn(user);
    expect((await promoted.get(STAFF)).status).to.equal(200);
    await patch(path, { role: 'support' });
    await patch(path, { role: 'admin' });
    expect((await promoted.get(STAFF)).status, 'not revived by a later promotion').to.equal(401);
    await patch(path, { role: 'support' });
    const changes = (await auditOf(api.db, user.publicId)).filter(
      ({ action }) => action === 'user.role_changed',
    );
    expect(changes[0]?.details).to.deep.equal({ before: { role: 'support' }, after: { role: 'admin' } });
  });

  it('cannot be suspended or demoted by themselves: 409', async () => {
    const { caller, path } = await newAdmin();
    for (const body of [
      { suspended: true },
      { role: 'support' },
      { suspended: true, reset_password: true },
    ]) {
      const answer = await patch(path, body, caller);
      expect(answer.status, JSON.stringify(body)).to.equal(409);
      expect(answer.body.status).to.equal('conflict');
    }
    expect((await patch(path, { suspended: false, role: 'admin' }, caller)).status).to.equal(200);
    expect((await caller.get(STAFF)).status).to.equal(200);
    await patch(path, { suspended: true });
  });

  it('can reset a password of their own, which ends their tokens', async () => {
    const { caller, path } = await newAdmin();
    const { status, body } = await patch(path, { reset_password: true }, caller);
    expect(status).to.equal(200);
    expect(body.temporary_password).to.be.a('string');
    expect((await caller.get(STAFF)).status).to.equal(401);
  });

  it('never all go: of two who demote each other at once, one stays', async () => {
    for (const body of [{ role: 'support' }, { suspended: true }]) {
      const [one, other] = [await newAdmin(), await newAdmin()];
      await api.db.query(`UPDATE users SET suspended = true WHERE role = 'admin' AND NOT (id = ANY($1))`, [
        [one.user.id, other.user.id],
      ]);
      const answers = await Promise.all([
        patch(other.path, body, one.caller),
        patch(one.path, body, other.caller),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      // The loser is refused, or has lost its role before its request is judged.
      expect(statuses[0]).to.equal(200);
      expect(statuses[1]).to.be.oneOf([401, 409]);
      expect(await activeAdmins()).to.have.length(1);
    }
    await api.db.query('UPDATE users SET suspended = false, token_version = 0 WHERE id = $1', [adminUser.id]);
  });

  it('never all go: ten who suspend one another in a ring', async () => {
    const ring = await Promise.all(Array.from({ length: 10 }, newAdmin));
    await api.db.query(`UPDATE users SET suspended = true WHERE id = $1`, [adminUser.id]);
    await api.db.query(`UPDATE users SET suspended = true WHERE role = 'admin' AND NOT (id = ANY($1))`, [
      ring.map(({ user }) => user.id),
    ]);
    await Promise.all(
      ring.map(({ caller }, index) =>
        patch(ring[(index + 1) % ring.length]?.path ?? '', { suspended: true }, caller),
      ),
    );
    expect(await activeAdmins()).not.to.be.empty;
    await api.db.query('UPDATE users SET suspended = false WHERE id = $1', [adminUser.id]);
  });
});
