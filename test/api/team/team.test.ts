import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { openSecret } from '../../../shared/mail/stage-mail.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { setUpTotp } from '../../support/accounts/second-factor.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { atClock } from '../../support/time/wrong-clock.js';

const TEAM = '/api/v1/team';
const INVITATIONS = `${TEAM}/invitations`;
const PASSWORD = 'correct horse battery staple';

describe('the team', function () {
  this.timeout(60_000);
  let api: TestApi;
  let user: TestUser & { clientId: string };
  let owner: TestClient;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    user = await api.createClientUser();
    owner = await api.signIn(user);
  });

  const join = (role: 'owner' | 'viewer') =>
    api.createClientUser({ clientId: user.clientId, user: { role } });

  /** The token in the newest mail to an address, as its recipient would find it. */
  async function mailedToken(email: string): Promise<string> {
    const [mail] = await api.db.query<{ id: string; secret_sealed: Buffer }>(
      'SELECT id, secret_sealed FROM mails WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [email],
    );
    if (mail === undefined) throw new Error('There is no mail');
    return openSecret(api.deps.config.encryptionKeys, mail.id, mail.secret_sealed);
  }

  it('shows its people and gives them other roles, which ends their sessions', async () => {
    const viewer = await join('viewer');
    const session = await api.signIn(viewer);
    const listed = (await owner.get(TEAM)).body.data;
    expect(listed.map(({ email }: { email: string }) => email)).to.deep.equal([user.email, viewer.email]);
    expect(listed[1]).to.include({ role: 'viewer', suspended: false, second_factor: false });
    expect(listed[1].last_seen_at).to.be.a('string');
    const changed = await owner.send('PATCH', `${TEAM}/${viewer.publicId}`, {
      json: { role: 'submitter', name: 'Vera' },
    });
    expect(changed.body).to.include({ role: 'submitter', name: 'Vera' });
    expectError(await session.get('/api/v1/me'), { httpStatus: 401, status: 'unauthorized' });
  });

  it('of another client does not exist', async () => {
    const stranger = await api.createClientUser();
    for (const method of ['PATCH', 'DELETE']) {
      const json = method === 'PATCH' ? { role: 'viewer' } : undefined;
      const answer = await owner.send(method, `${TEAM}/${stranger.publicId}`, { json });
      expectError(answer, { httpStatus: 404, status: 'not_found' });
    }
  });

  it('never loses its last owner, whatever is tried and in whichever order', async () => {
    const path = `${TEAM}/${user.publicId}`;
    const tries: [string, object | undefined][] = [
      ['DELETE', undefined],
      ['PATCH', { role: 'viewer' }],
      ['PATCH', { suspended: true }],
    ];
    for (const [method, json] of tries) {
      expectError(await owner.send(method, path, { json }), { httpStatus: 409, status: 'conflict' });
    }
    for (let round = 0; round < 5; round += 1) {
      const other = await join('owner');
      const otherOwner = await api.signIn(other);
      const answers = await Promise.all([
        owner.send('DELETE', `${TEAM}/${other.publicId}`),
        otherOwner.send('PATCH', path, { json: { role: 'viewer' } }),
      ]);
      const [{ owners } = { owners: 0 }] = await api.db.query<{ owners: number }>(
        `SELECT count(*)::int AS owners FROM users WHERE client_id = $1 AND team_role = 'owner' AND NOT suspended`,
        [user.clientId],
      );
      expect(owners, JSON.stringify(answers.map(({ status }) => status))).to.equal(1);
      await api.db.query(`UPDATE users SET team_role = 'viewer' WHERE id = $1`, [other.id]);
      await api.db.query(`UPDATE users SET team_role = 'owner', suspended = false WHERE id = $1`, [user.id]);
      owner = await api.signIn(user);
    }
  });

  it('lets somebody go at once, and come back by an invitation as if new', async () => {
    const viewer = await join('viewer');
    const { client: session } = await setUpTotp(api, viewer);
    expect((await owner.send('DELETE', `${TEAM}/${viewer.publicId}`)).status).to.equal(204);
    expect((await owner.send('DELETE', `${TEAM}/${viewer.publicId}`)).status).to.equal(204);
    expect((await session.get('/api/v1/me')).status).to.equal(401);
    expect((await owner.get(TEAM)).body.data).to.have.length(1);
    expect((await owner.post(INVITATIONS, { email: viewer.email, role: 'submitter' })).status).to.equal(201);
    const token = await mailedToken(viewer.email);
    const accepted = await api.client.post('/api/v1/invitations/accept', { token, password: PASSWORD });
    expect(accepted.status).to.equal(201);
    expect(
      (await api.client.post('/api/v1/login', { email: viewer.email, password: viewer.password })).status,
    ).to.equal(401);
    const back = await api.signIn({ ...viewer, password: PASSWORD });
    expect((await back.get('/api/v1/me')).body).to.include({ role: 'submitter', user_id: viewer.publicId });
    const left = (await back.get('/api/v1/me/second-factor')).body;
    expect(left).to.deep.include({ factors: [], recovery_codes_left: 0 });
    const [entry] = await api.db.query<{ actor: string }>(
      `SELECT actor FROM audit_log WHERE action = 'user.returned' AND target = $1`,
      [viewer.publicId],
    );
    expect(entry?.actor).to.equal(viewer.publicId);
  });

  describe('invites', () => {
    const email = () => `invited-to-${user.publicId}@example.test`;

    it('by a link that looking at does not use up, and accepting does, once of many at once', async () => {
      const sent = await owner.post(INVITATIONS, { email: email(), role: 'viewer', name: 'Vera' });
      expect(sent.status).to.equal(201);
      const hours = (Date.parse(sent.body.expires_at) - Date.parse(sent.body.created_at)) / 3_600_000;
      expect(hours).to.be.closeTo(72, 0.01);
      const token = await mailedToken(email());
      expect(JSON.stringify(sent.body)).not.to.include(token);
      for (let scanner = 0; scanner < 50; scanner += 1) {
        const seen = await api.client.post('/api/v1/invitations/lookup', { token });
        expect(seen.body).to.include({ email: email(), role: 'viewer', name: 'Vera' });
      }
      const weak = await api.client.post('/api/v1/invitations/accept', { token, password: 'short' });
      expect(weak.status).to.equal(422);
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.client.post('/api/v1/invitations/accept', { token, password: PASSWORD })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect((await api.client.post('/api/v1/invitations/lookup', { token })).status).to.equal(404);
      expect((await owner.get(INVITATIONS)).body.data).to.deep.equal([]);
      const path = `${INVITATIONS}/${sent.body.invitation_id}`;
      expect((await owner.send('DELETE', path)).status, 'nothing to withdraw').to.equal(404);
      expect((await owner.get(TEAM)).body.data[1]).to.include({
        email: email(),
        role: 'viewer',
        name: 'Vera',
      });
    });

    it('not with an address that has an account elsewhere, and says what to do', async () => {
      const elsewhere = await api.createClientUser();
      await owner.post(INVITATIONS, { email: elsewhere.email, role: 'viewer' });
      const token = await mailedToken(elsewhere.email);
      const answer = await api.client.post('/api/v1/invitations/accept', { token, password: PASSWORD });
      expectError(answer, { httpStatus: 409, status: 'conflict' });
      // In this team that account would not be.
      expect(answer.body.message).to.contain('invitation to another address');
    });

    it('with another link when sent again, and with none when withdrawn or over', async () => {
      const { body } = await owner.post(INVITATIONS, { email: email(), role: 'viewer' });
      expectError(await owner.post(INVITATIONS, { email: email(), role: 'viewer' }), {
        httpStatus: 409,
        status: 'conflict',
      });
      const first = await mailedToken(email());
      expect((await owner.post(`${INVITATIONS}/${body.invitation_id}/resend`)).status).to.equal(200);
      const second = await mailedToken(email());
      const look = (token: string) => api.client.post('/api/v1/invitations/lookup', { token });
      expect([(await look(first)).status, (await look(second)).status]).to.deep.equal([404, 200]);
      const suspend = (suspended: boolean) =>
        api.db.query('UPDATE clients SET suspended = $2 WHERE id = $1', [user.clientId, suspended]);
      await suspend(true);
      expect((await look(second)).status, 'while the client is suspended').to.equal(404);
      await suspend(false);
      const afterItsEnd = await atClock(73 * 3_600_000, () => look(second));
      expect(afterItsEnd.status, 'by the clock of the API').to.equal(404);
      await api.db.query(`UPDATE invitations SET expires_at = now() WHERE email = $1`, [email()]);
      expect((await look(second)).status).to.equal(404);
      expect((await owner.get(INVITATIONS)).body.data[0]).to.include({ expired: true });
      expect((await owner.send('DELETE', `${INVITATIONS}/${body.invitation_id}`)).status).to.equal(204);
      expect((await owner.send('DELETE', `${INVITATIONS}/${body.invitation_id}`)).status).to.equal(204);
    });

    it('one address at most five times in an hour, however that is tried', async () => {
      const invitation = { email: email(), role: 'viewer' };
      const first = (await owner.post(INVITATIONS, invitation)).body.invitation_id;
      const resend = (id: string) => owner.post(`${INVITATIONS}/${id}/resend`);
      for (let again = 0; again < 3; again += 1) expect((await resend(first)).status).to.equal(200);
      await owner.send('DELETE', `${INVITATIONS}/${first}`);
      const second = (await owner.post(INVITATIONS, invitation)).body.invitation_id;
      const token = await mailedToken(email());
      const refused = await resend(second);
      expectError(refused, { httpStatus: 429, status: 'rate_limited' });
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3_600);
      // The earlier link stays valid, and other people can still be invited.
      expect((await api.client.post('/api/v1/invitations/lookup', { token })).status).to.equal(200);
      const other = await owner.post(INVITATIONS, { email: `other-${email()}`, role: 'viewer' });
      expect(other.status).to.equal(201);
      const mails = await api.db.query('SELECT FROM mails WHERE email = $1', [email()]);
      expect(mails).to.have.length(5);
    });

    for (const [what, change] of [
      ['suspended', { suspended: true }],
      ['given another role', { role: 'viewer' }],
      ['removed', undefined],
    ] as const) {
      it(`in vain, once whoever invited is ${what}, until somebody else sends it again`, async () => {
        const other = await join('owner');
        const otherOwner = await api.signIn(other);
        const { body } = await otherOwner.post(INVITATIONS, { email: email(), role: 'owner' });
        const token = await mailedToken(email());
        const lookUp = (of: string) => api.client.post('/api/v1/invitations/lookup', { token: of });
        expect((await lookUp(token)).status).to.equal(200);
        const path = `${TEAM}/${other.publicId}`;
        await (change === undefined
          ? owner.send('DELETE', path)
          : owner.send('PATCH', path, { json: change }));
        const late = await api.client.post('/api/v1/invitations/accept', { token, password: PASSWORD });
        expectError(late, { httpStatus: 404, status: 'not_found' });
        expect((await lookUp(token)).status).to.equal(404);
        expect((await owner.get(INVITATIONS)).body.data[0]).to.include({ expired: true });
        const again = await owner.post(`${INVITATIONS}/${body.invitation_id}/resend`);
        expect(again.body).to.include({ expired: false, invited_by: user.publicId });
        expect((await lookUp(await mailedToken(email()))).status).to.equal(200);
      });
    }

    it('for an admin only while that is one', async () => {
      const person = await api.createStaff('admin');
      const admin = await api.signIn(person);
      await admin.post(`/api/v1/admin/clients/${toPublicId('client', user.clientId)}/invitations`, {
        email: email(),
      });
      const token = await mailedToken(email());
      const lookUp = async () => (await api.client.post('/api/v1/invitations/lookup', { token })).status;
      expect(await lookUp()).to.equal(200);
      await api.db.query(`UPDATE users SET role = 'auditor' WHERE id = $1`, [person.id]);
      expect(await lookUp()).to.equal(404);
    });

    it('the first owner by an admin', async () => {
      const admin = await api.signIn(await api.createStaff('admin'));
      const clientId = (await admin.post('/api/v1/admin/clients', { name: 'New' })).body.client_id;
      const sent = await admin.post(`/api/v1/admin/clients/${clientId}/invitations`, { email: email() });
      expect(sent.body).to.include({ role: 'owner' });
    });
  });

  it('says 409 where no mail can be sent', async () => {
    const mailless = await startApi({ config: { mail: undefined } });
    try {
      const someone = await mailless.signIn(await mailless.createClientUser());
      const refused = { httpStatus: 409, status: 'mail_not_configured' };
      expectError(await someone.post(INVITATIONS, { email: 'x@example.test', role: 'viewer' }), refused);
      expectError(
        await mailless.client.post('/api/v1/password-resets', { email: 'x@example.test' }),
        refused,
      );
    } finally {
      await mailless.close();
    }
  });

  it('lets each person choose their mails', async () => {
    const mails = '/api/v1/me/mails';
    const colleague = await api.signIn(await join('owner'));
    expect((await owner.get(mails)).body).to.include({ low_balance: true, review_decided: true });
    await owner.send('PATCH', mails, { json: { low_balance: false } });
    expect((await owner.get(mails)).body).to.include({ low_balance: false, review_decided: true });
    expect((await colleague.get(mails)).body).to.include({ low_balance: true });
  });
});
