import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const STAFF = '/api/v1/admin/staff';

describe('accounts', () => {
  let api: TestApi;
  let adminUser: TestUser;
  let admin: TestClient;
  let users: string;
  let nextEmail = 0;
  before(async () => {
    api = await startApi();
    adminUser = await api.createStaff('admin');
    admin = await api.signIn(adminUser);
    const client = await admin.post('/api/v1/admin/clients', { name: 'Synthetic Holdings' });
    users = `/api/v1/admin/clients/${client.body.client_id}/users`;
  });
  after(() => api.close());

  const freshEmail = (): string => `person-${++nextEmail}@example.test`;
  const patch = (path: string, json: object, by = admin): Promise<Answer> => by.send('PATCH', path, { json });
  const login = (email: string, password: string): Promise<Answer> =>
    api.client.post('/api/v1/login', { email, password });
  /** The path under which an account is changed: of staff, or of a client's user. */
  const open = async (kind: 'staff' | 'user'): Promise<Answer['body'] & { path: string }> => {
    const answer =
      kind === 'staff'
        ? await admin.post(STAFF, { email: freshEmail(), role: 'support' })
        : await admin.post(users, { email: freshEmail() });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    const path = `${kind === 'staff' ? STAFF : users}/${answer.body.user_id}`;
    return { ...answer.body, path };
  };
  /** Signs in and sets a password, as a new user must. */
  const settleIn = async (email: string, temporary: string, password: string): Promise<TestClient> => {
    const first = await login(email, temporary);
    const caller = api.client.withToken(first.body.access_token);
    await caller.post('/api/v1/me/password', { current_password: temporary, new_password: password });
    return api.client.withToken((await login(email, password)).body.access_token);
  };

  for (const kind of ['user', 'staff'] as const) {
    describe(`of ${kind === 'staff' ? 'staff' : 'a client'}`, () => {
      it('are opened with a temporary password, which is shown once and has to be changed', async () => {
        const { path: _path, temporary_password, ...made } = await open(kind);
        const shown = ['user_id', 'email', 'role', 'suspended', 'name', 'last_seen_at'];
        expect(made).to.have.all.keys(kind === 'staff' ? shown : [...shown, 'limits']);
        expect(made).to.include({
          role: kind === 'staff' ? 'support' : 'owner',
          suspended: false,
          last_seen_at: null,
        });
        expect(temporary_password).to.match(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);

        const first = await login(made.email, temporary_password);
        const scope = kind === 'staff' ? 'support' : 'client';
        expect(first.body).to.include({ must_change_password: true, scope });
        const caller = api.client.withToken(first.body.access_token);
        expect((await caller.get('/api/v1/services')).status).to.equal(401);
        const settled = await settleIn(made.email, temporary_password, 'a password of my own');
        expect((await settled.get('/api/v1/services')).status).to.equal(200);
        expect((await login(made.email, temporary_password)).status).to.equal(401);

        const [act] = await auditOf(api.db, made.user_id);
        expect(act).to.include({
          actor: adminUser.publicId,
          action: 'user.created',
          ip_address: '127.0.0.1',
        });
        const dump = JSON.stringify([await auditOf(api.db, made.user_id), api.logs()]);
        expect(dump).not.to.include(temporary_password);
      });

      it('are listed newest first, page by page, without passwords', async () => {
        const [one, two] = [await open(kind), await open(kind)];
        const list = kind === 'staff' ? STAFF : users;
        await api.db.query('UPDATE users SET name = $2, last_seen_at = $3 WHERE email = $1', [
          ...[two.email, 'Thandi Example', '2026-03-01T12:00:00.000Z'],
        ]);
        const first = await admin.get(`${list}?limit=1`);
        expect(first.body.data).to.deep.equal([
          {
            ...{ user_id: two.user_id, email: two.email, role: two.role, suspended: false },
            ...{ name: 'Thandi Example', last_seen_at: '2026-03-01T12:00:00.000Z' },
            ...(kind === 'user' && { limits: { per_day: null, per_month: null } }),
          },
        ]);
        const second = await admin.get(`${list}?limit=1&cursor=${first.body.next_cursor}`);
        expect(second.body.data[0].user_id).to.equal(one.user_id);
        const csv = await admin.get(`${list}?limit=1`, { headers: { accept: 'text/csv' } });
        const [more, none] = kind === 'user' ? [',limit_per_day,limit_per_month', ',,'] : ['', ''];
        expect(csv.body).to.equal(
          `user_id,email,role,suspended,name,last_seen_at${more}\r\n${two.user_id},${two.email},${two.role},false,Thandi Example,2026-03-01T12:00:00.000Z${none}\r\n`,
        );
      });

      it('are suspended at once and for every token they have, and can be resumed', async () => {
        const { email, path, temporary_password, user_id } = await open(kind);
        const caller = await settleIn(email, temporary_password, 'a password of my own');
        expect((await caller.get('/api/v1/services')).status).to.equal(200);
        const suspended = await patch(path, { suspended: true });
        expect(suspended.status).to.equal(200);
        expect(suspended.body).to.include({ user_id, suspended: true });
        expect(suspended.body).not.to.have.property('temporary_password');
        expect((await caller.get('/api/v1/services')).status).to.equal(401);
        expect((await login(email, 'a password of my own')).status).to.equal(401);

        expect((await patch(path, { suspended: false })).body).to.include({ suspended: false });
        expect((await caller.get('/api/v1/services')).status, 'the old token stays dead').to.equal(401);
        expect((await login(email, 'a password of my own')).status).to.equal(200);
        const acts = (await auditOf(api.db, user_id)).slice(2);
        expect(acts.map(({ action, details }) => [action, details])).to.deep.equal([
          ['user.suspended', { before: { suspended: false }, after: { suspended: true } }],
          ['user.resumed', { before: { suspended: true }, after: { suspended: false } }],
        ]);
      });

      it('get a new temporary password on a reset, which ends their tokens', async () => {
        const { email, path, temporary_password, user_id } = await open(kind);
        const caller = await settleIn(email, temporary_password, 'a password of my own');
        const reset = await patch(path, { reset_password: true });
        expect(reset.status).to.equal(200);
        expect(reset.body.temporary_password).not.to.equal(temporary_password);
        expect((await caller.get('/api/v1/me')).status).to.equal(401);
        expect((await login(email, 'a password of my own')).status).to.equal(401);
        const again = await login(email, reset.body.temporary_password);
        expect(again.body).to.include({ must_change_password: true });
        const acts = (await auditOf(api.db, user_id)).map(({ action }) => action);
        expect(acts.at(-1)).to.equal('user.password_reset');
      });

      it('can use a temporary password at once, however many others they have tried', async () => {
        const { email, path } = await open(kind);
        for (let tried = 0; tried < 10; tried += 1) await login(email, `guess ${tried}`);
        expect((await login(email, 'one more guess')).status).to.equal(429);
        const reset = await patch(path, { reset_password: true });
        expect((await login(email, reset.body.temporary_password)).status).to.equal(200);
      });

      it('are left alone by a patch that changes nothing', async () => {
        const { path, user_id } = await open(kind);
        expect((await patch(path, {})).status).to.equal(200);
        expect((await patch(path, { suspended: false })).status).to.equal(200);
        expect(await auditOf(api.db, user_id)).to.have.length(1);
      });

      const faults: [string, object, Record<string, string>][] = [
        ['a text', { suspended: 'true' }, { suspended: 'invalid_type' }],
        ['no wish', { reset_password: false }, { reset_password: 'must_be_true' }],
        ['a password', { password: 'x', email: 'a' }, { password: 'unknown_field', email: 'unknown_field' }],
      ];
      for (const [what, body, expected] of faults) {
        it(`are not changed by ${what}: 422`, async () => {
          const answer = await patch((await open(kind)).path, body);
          expect(answer.status).to.equal(422);
          expect(faultsOf(answer)).to.deep.equal(expected);
        });
      }
    });
  }

  it('have an e-mail address that nobody else has: 409, in any case and also at once', async () => {
    const { email } = await open('user');
    const attempts = [
      await admin.post(users, { email: ` ${email.toUpperCase()} ` }),
      await admin.post(STAFF, { email, role: 'support' }),
    ];
    for (const { status, body } of attempts) {
      expect(status).to.equal(409);
      expect(body.status).to.equal('conflict');
    }
    const raced = freshEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post(users, { email: raced })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409, 409]);
  });

  it('need an address, and staff a role of theirs: 422', async () => {
    expect(faultsOf(await admin.post(users, {}))).to.deep.equal({ email: 'required' });
    const asStaff = await admin.post(users, { email: freshEmail(), role: 'admin' });
    expect(faultsOf(asStaff)).to.deep.equal({ role: 'invalid_choice' });
    for (const role of ['client', 'root', 1]) {
      const answer = await admin.post(STAFF, { email: freshEmail(), role });
      expect(faultsOf(answer)).to.deep.equal({ role: 'invalid_choice' });
    }
    expect(faultsOf(await admin.post(STAFF, { email: 'nobody' }))).to.deep.equal({
      email: 'invalid_email',
      role: 'required',
    });
  });

  it('of a client cannot be given a role of staff', async () => {
    const { path } = await open('user');
    expect(faultsOf(await patch(path, { role: 'admin' }))).to.deep.equal({ role: 'invalid_choice' });
  });

  it('are found only where they belong: 404', async () => {
    const [user, staff] = [await open('user'), await open('staff')];
    const other = await admin.post('/api/v1/admin/clients', { name: 'Other' });
    const otherUsers = `/api/v1/admin/clients/${other.body.client_id}/users`;
    const nobody = toPublicId('user', newId());
    const paths = [
      `${otherUsers}/${user.user_id}`,
      `${users}/${staff.user_id}`,
      `${users}/${adminUser.publicId}`,
      `${STAFF}/${user.user_id}`,
      `${users}/${nobody}`,
      `${STAFF}/${nobody}`,
      `${STAFF}/usr_1`,
      `${STAFF}/%00`,
    ];
    for (const path of paths) {
      expect((await patch(path, { suspended: true })).status, path).to.equal(404);
    }
    expect((await login(user.email, user.temporary_password)).status).to.equal(200);
  });

  it('of somebody who was removed come back with the limit that binds them', async () => {
    const owner = await api.createClientUser();
    const people = `/api/v1/admin/clients/${toPublicId('client', owner.clientId)}/users`;
    const person = { email: freshEmail() };
    const { user_id } = (await admin.post(people, person)).body;
    const limits = { per_day: 5, per_month: null };
    await patch(`${people}/${user_id}`, { limits });
    await (await api.signIn(owner)).send('DELETE', `/api/v1/team/${user_id}`);
    expect((await admin.post(people, person)).body).to.deep.include({ user_id, limits });
  });
});
