import { expect } from 'chai';
import type { MailKind } from '../../../shared/mail/kinds.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { setUpTotp } from '../../support/accounts/second-factor.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

interface StagedMail {
  kind: MailKind;
  data: Record<string, unknown>;
}

const OWN = '/api/v1/me/second-factor';

describe('who is told by mail', () => {
  let api: TestApi;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());

  /** The mails staged for a person since the last call. */
  async function staged({ id }: TestUser): Promise<StagedMail[]> {
    const mails = await api.db.query<StagedMail>(
      'DELETE FROM mails WHERE user_id = $1 RETURNING kind, data, created_at',
      [id],
    );
    return mails.map(({ kind, data }) => ({ kind, data }));
  }

  async function stagedForTeam(clientId: string): Promise<StagedMail[]> {
    const mails = await api.db.query<StagedMail>(
      'SELECT kind, data FROM mails WHERE client_id = $1 AND user_id IS NULL ORDER BY created_at',
      [clientId],
    );
    return mails.map(({ kind, data }) => ({ kind, data }));
  }

  it('a person of every change of their second factors, whoever made it', async () => {
    const user = await api.createClientUser();
    const person = await setUpTotp(api, user);
    const factor = { kind: 'factor_changed' };
    expect(await staged(user)).to.deep.equal([{ ...factor, data: { change: 'added', factor: 'totp' } }]);
    await person.client.post(`${OWN}/recovery-codes`);
    expect(await staged(user)).to.deep.equal([{ ...factor, data: { change: 'codes' } }]);
    await person.client.send('DELETE', `${OWN}/${person.factorId}`);
    expect(await staged(user)).to.deep.equal([{ ...factor, data: { change: 'removed', factor: 'totp' } }]);
    const other = await setUpTotp(api, await api.createStaff('support'));
    await staged(other);
    const reset = `/api/v1/admin/staff/${other.publicId}/second-factor`;
    expect((await admin.send('DELETE', reset)).status).to.equal(204);
    expect((await admin.send('DELETE', reset)).status).to.equal(204);
    expect(await staged(other)).to.deep.equal([{ ...factor, data: { change: 'reset' } }]);
  });

  it('a person of another password, their own or a temporary one', async () => {
    const user = await api.createStaff('support');
    const client = await api.signIn(user);
    const body = { current_password: user.password, new_password: 'correct horse battery staple' };
    expect((await client.post('/api/v1/me/password', body)).status).to.equal(204);
    expect(await staged(user)).to.deep.equal([{ kind: 'password_changed', data: {} }]);
    const json = { reset_password: true };
    await admin.send('PATCH', `/api/v1/admin/staff/${user.publicId}`, { json });
    expect(await staged(user)).to.deep.equal([{ kind: 'password_changed', data: { by: 'staff' } }]);
  });

  it('a team of a new key and of a new secret of one', async () => {
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const { api_key_id } = (await client.post('/api/v1/api-keys', { name: 'lease system' })).body;
    expect((await client.post(`/api/v1/api-keys/${api_key_id}/rotate`)).status).to.equal(200);
    expect(await stagedForTeam(user.clientId)).to.deep.equal([
      { kind: 'api_key_created', data: { name: 'lease system' } },
      { kind: 'api_key_created', data: { name: 'lease system', rotated: 'yes' } },
    ]);
  });

  it('a team of a key that may do more than before, or from more addresses, and of no other change', async () => {
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const wanted = { name: 'lease system', scopes: ['submit'], allowed_addresses: ['203.0.113.0/24'] };
    const { api_key_id } = (await client.post('/api/v1/api-keys', wanted)).body;
    const change = async (json: object) => {
      const before = (await stagedForTeam(user.clientId)).length;
      const changed = await client.send('PATCH', `/api/v1/api-keys/${api_key_id}`, { json });
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
      return (await stagedForTeam(user.clientId)).slice(before);
    };
    const told = [{ kind: 'api_key_created', data: { name: 'lease system', widened: 'yes' } }];
    expect(await change({ name: 'Payroll' })).to.deep.equal([]);
    expect(await change({ name: 'lease system', scopes: ['submit', 'read'] })).to.deep.equal(told);
    expect(await change({ scopes: ['read'] })).to.deep.equal([]);
    expect(await change({ allowed_addresses: ['203.0.113.8/32'] }), 'fewer').to.deep.equal([]);
    expect(await change({ allowed_addresses: ['203.0.113.8/31'] }), 'more').to.deep.equal(told);
    expect(await change({ allowed_addresses: ['203.0.113.8/32', '2001:db8::/32'] })).to.deep.equal(told);
    expect(await change({ allowed_addresses: [] }), 'all').to.deep.equal(told);
    expect(await change({ allowed_addresses: ['203.0.113.8/32'] }), 'no longer all').to.deep.equal([]);
  });

  it('a team when 80 and 100% of a limit are spent, once each in a period', async () => {
    const user = await api.createClientUser();
    const { clientId } = user;
    await api.db.query('UPDATE wallets SET balance = 1000 WHERE client_id = $1', [clientId]);
    const owner = await api.signIn(user);
    let asked = 0;
    const spend = async () => {
      asked += 1;
      const answer = await owner.post('/api/v1/verifications', {
        service_code: 'said_verification',
        subject: '0001010000071',
        purpose: 'Check before a synthetic contract',
        authority_confirmed: true,
        charge_approved: true,
        idempotency_key: `told-${user.publicId}-${asked}`,
      });
      expect(answer.status).to.equal(202);
    };
    await spend();
    const credits = (await owner.get('/api/v1/wallet')).body.reserved;
    const address = `/api/v1/admin/clients/${(await owner.get('/api/v1/me')).body.client.client_id}`;
    await admin.send('PATCH', address, { json: { limits: { per_day: credits * 5 } } });
    const told = async () =>
      (await stagedForTeam(clientId)).map(({ data: { percent, who, used, period } }) => ({
        percent,
        who,
        used,
        period,
      }));
    const alert = { who: 'your organisation', period: 'day' };
    await spend();
    await spend();
    expect(await told()).to.deep.equal([]);
    await spend();
    const first = { ...alert, percent: 80, used: credits * 4 };
    expect(await told()).to.deep.equal([first]);
    // As if one had been refunded: crossing the threshold again is not news.
    await api.db.query('UPDATE spending SET credits = credits - $2 WHERE client_id = $1', [
      clientId,
      credits,
    ]);
    await spend();
    expect(await told()).to.deep.equal([first]);
    await spend();
    expect(await told()).to.deep.equal([first, { ...alert, percent: 100, used: credits * 5 }]);
  });
});
