import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { ageSessions, setUpTotp, signInByCookie } from '../../support/accounts/second-factor.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const TEAM = '/api/v1/team';
const SETTINGS = `${TEAM}/settings`;

describe('the settings of a team', () => {
  let api: TestApi;
  let user: TestUser & { clientId: string };
  let owner: TestClient;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    user = await api.createClientUser();
    owner = (await setUpTotp(api, user)).client;
  });

  const join = (role: 'owner' | 'viewer') =>
    api.createClientUser({ clientId: user.clientId, user: { role } });
  const demand = (by: TestClient, demanded: boolean) =>
    by.send('PATCH', SETTINGS, { json: { require_second_factor: demanded } });

  it('demand a second factor of everybody, without signing anybody out, and no longer', async () => {
    const viewer = await api.signIn(await join('viewer'));
    expect((await owner.get(SETTINGS)).body).to.deep.equal({ require_second_factor: false });
    expect((await demand(owner, true)).body).to.deep.equal({ require_second_factor: true });
    expect((await demand(owner, true)).status).to.equal(200);
    const refused = await viewer.get('/api/v1/verifications');
    expect(refused.body).to.include({ status: 'forbidden', reason: 'second_factor_setup_required' });
    expect((await viewer.post('/api/v1/me/second-factor/totp')).status).to.equal(201);
    expect((await owner.get('/api/v1/verifications')).status).to.equal(200);
    const stranger = await api.signIn(await api.createClientUser());
    expect((await stranger.get('/api/v1/verifications')).status).to.equal(200);
    expect((await owner.send('PATCH', SETTINGS, { json: {} })).body.require_second_factor).to.equal(true);
    await demand(owner, false);
    expect((await viewer.get('/api/v1/verifications')).status).to.equal(200);
    const logged = await api.db.query(
      `SELECT action FROM audit_log WHERE actor = $1 AND action LIKE 'client.second%' ORDER BY action`,
      [user.publicId],
    );
    expect(logged).to.deep.equal([
      { action: 'client.second_factor_demanded' },
      { action: 'client.second_factor_optional' },
    ]);
  });

  it('are the owner’s business', async () => {
    const viewer = await api.signIn(await join('viewer'));
    expectError(await viewer.get(SETTINGS), { httpStatus: 403, status: 'forbidden' });
    expectError(await demand(viewer, true), { httpStatus: 403, status: 'forbidden' });
  });

  it('and the people change only for who has just proved who they are', async () => {
    const viewer = await join('viewer');
    const { body } = await owner.post(`${TEAM}/invitations`, {
      email: `invited-by-${user.publicId}@example.test`,
      role: 'viewer',
    });
    await ageSessions(api, user, '11 minutes');
    const acts: [string, string, object | undefined][] = [
      ['PATCH', SETTINGS, { require_second_factor: true }],
      ['POST', TEAM, { email: 'somebody@example.test', role: 'viewer' }],
      ['PATCH', `${TEAM}/${viewer.publicId}`, { role: 'owner' }],
      ['DELETE', `${TEAM}/${viewer.publicId}`, undefined],
      ['POST', `${TEAM}/invitations`, { email: 'somebody@example.test', role: 'owner' }],
      ['POST', `${TEAM}/invitations/${body.invitation_id}/resend`, undefined],
      ['DELETE', `${TEAM}/invitations/${body.invitation_id}`, undefined],
    ];
    for (const [method, path, json] of acts) {
      const refused = await owner.send(method, path, { json });
      expectError(refused, {
        httpStatus: 401,
        status: 'step_up_required',
        more: ['challenge', 'expires_in', 'methods'],
      });
    }
    expect((await owner.get(TEAM)).body.data).to.have.length(2);
  });

  it('show who has a second factor, and when each was seen last, to the minute', async () => {
    const viewer = await join('viewer');
    const browser = await signInByCookie(api, viewer);
    await ageSessions(api, viewer, '5 minutes');
    await api.db.query(`UPDATE users SET last_seen_at = now() - interval '5 minutes' WHERE id = $1`, [
      viewer.id,
    ]);
    const before = Date.now();
    await browser.get('/api/v1/me');
    const [first, second] = (await owner.get(TEAM)).body.data;
    expect([first.second_factor, second.second_factor]).to.deep.equal([true, false]);
    expect(Date.parse(second.last_seen_at)).to.be.at.least(before - 1_000);
  });
});
