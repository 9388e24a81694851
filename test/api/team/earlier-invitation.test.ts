import { expect } from 'chai';
import { openSecret } from '../../../shared/mail/stage-mail.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const TEAM = '/api/v1/team';
const INVITATIONS = `${TEAM}/invitations`;

describe('somebody who leaves a team with an invitation to it that was never used', () => {
  let api: TestApi;
  let user: TestUser;
  let owner: TestClient;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
    owner = await api.signIn(user);
  });
  after(() => api.close());

  /** Accepts the newest invitation to an address, as its recipient would. */
  async function accept(token: string): Promise<Answer> {
    return api.client.post('/api/v1/invitations/accept', { token, password: 'correct horse battery staple' });
  }

  /** Invites somebody. Returns the token that they are sent, and the id of the invitation. */
  async function invite(email: string, role: string): Promise<{ token: string; id: string }> {
    const sent = await owner.post(INVITATIONS, { email, role });
    expect(sent.status, JSON.stringify(sent.body)).to.equal(201);
    const [mail] = await api.db.query<{ id: string; secret_sealed: Buffer }>(
      'SELECT id, secret_sealed FROM mails WHERE email = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [email],
    );
    if (mail === undefined) throw new Error('There is no mail');
    const token = openSecret(api.deps.config.encryptionKeys, mail.id, mail.secret_sealed);
    return { token, id: sent.body.invitation_id };
  }

  it('does not come back by it, but by a new one', async () => {
    const email = `in-vain-${user.publicId}@example.test`;
    const stranger = await invite(`stranger-${user.publicId}@example.test`, 'viewer');
    const before = await invite(email, 'owner');
    // The mail did not arrive, so they were given an account instead.
    const member = await owner.post(TEAM, { email, role: 'viewer' });
    expect(member.status).to.equal(201);
    expect((await owner.send('DELETE', `${TEAM}/${member.body.user_id}`)).status).to.equal(204);
    const [left] = (await owner.get(INVITATIONS)).body.data;
    expect(left.invitation_id, 'of somebody else').to.equal(stranger.id);
    expect((await auditOf(api.db, before.id)).map(({ action }) => action)).to.include('invitation.withdrawn');
    expect((await accept(before.token)).status).to.equal(404);
    const after = await invite(email, 'viewer');
    expect((await accept(after.token)).status).to.equal(201);
    expect((await accept(stranger.token)).status).to.equal(201);
  });
});
