import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('an approval', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 } });
  });
  after(() => api.close());

  it('that waits while its administrator is suspended approves nothing, and the proposal stays open for another', async () => {
    const { db } = api;
    const { clientId } = await api.createClientUser();
    const address = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    const proposer = await api.signIn(await api.createStaff('admin'));
    const leaving = await api.createStaff('admin');
    const decider = await api.signIn(leaving);
    const had = (await proposer.get(`${address}/wallet`)).body.balance;
    const credits = { amount: 20_000, note: 'Order 4711', idempotency_key: 'one' };
    const { approval_id: id } = (await proposer.post(`${address}/credits`, credits)).body;
    const approve = `/api/v1/admin/approvals/${id}/approve`;
    let approving: Promise<Answer> | undefined;
    await db.transaction(async (sql) => {
      await sql.query('SELECT FROM approvals FOR UPDATE');
      await sql.query('UPDATE users SET suspended = true WHERE id = $1', [leaving.id]);
      approving = decider.post(approve);
      await untilBlocked(db);
    });
    expect((await approving)?.status).to.equal(401);
    expect((await proposer.get(`/api/v1/admin/approvals/${id}`)).body.state).to.equal('open');
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(had);
    const other = await api.signIn(await api.createStaff('admin'));
    expect((await other.post(approve)).body.state).to.equal('approved');
  });

  it('and a change of administrators never wait for each other', async () => {
    const { db } = api;
    const { clientId } = await api.createClientUser();
    const address = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    // The later account decides, and a change of administrators locks them from the first to the last.
    const [first, last] = [await api.createStaff('admin'), await api.createStaff('admin')];
    const [proposer, decider] = [await api.signIn(first), await api.signIn(last)];
    const credits = { amount: 20_000, note: 'Order 4712', idempotency_key: 'two' };
    const { approval_id: id } = (await proposer.post(`${address}/credits`, credits)).body;
    const lock = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
    let approving: Promise<Answer> | undefined;
    await db.transaction(async (sql) => {
      await sql.query(lock, [first.id]);
      approving = decider.post(`/api/v1/admin/approvals/${id}/approve`);
      await untilBlocked(db);
      await sql.query(lock, [last.id]);
    });
    expect((await approving)?.body.state).to.equal('approved');
    const [counted] = await db.query<{ deadlocks: string }>(
      'SELECT pg_stat_get_db_deadlocks(oid) AS deadlocks FROM pg_database WHERE datname = current_database()',
    );
    expect(counted?.deadlocks).to.equal('0');
  });
});
