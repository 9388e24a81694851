import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { startApi, type TestApi } from '../../support/app.js';
import type { Answer } from '../../support/client.js';

describe('an administrator who is suspended while their approval waits', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 10_000 } });
  });
  after(() => api.close());

  it('approves nothing, and the proposal stays open for another', async () => {
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
      await waitFor(
        async () => {
          const waiting = await db.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
               AND (query LIKE 'SELECT FROM users%' OR query LIKE '%FROM approvals%')`,
          );
          return waiting.length > 0;
        },
        { describe: 'the approval waits' },
      );
    });
    expect((await approving)?.status).to.equal(401);
    expect((await proposer.get(`/api/v1/admin/approvals/${id}`)).body.state).to.equal('open');
    expect((await proposer.get(`${address}/wallet`)).body.balance).to.equal(had);
    const other = await api.signIn(await api.createStaff('admin'));
    expect((await other.post(approve)).body.state).to.equal('approved');
  });
});
