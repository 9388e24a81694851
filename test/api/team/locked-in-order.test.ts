import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('whoever changes an account and whoever locks several, in the order of their ids', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** Makes a change of the first account while another transaction locks both. */
  async function changeMeanwhile(
    first: TestUser,
    last: TestUser,
    path: string,
    body: object,
  ): Promise<Answer> {
    const client = await api.signIn(last);
    const lock = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
    let changing: Promise<Answer> | undefined;
    await api.db.transaction(async (sql) => {
      await sql.query(lock, [first.id]);
      changing = client.send('PATCH', path, { json: body });
      await untilBlocked(api.db);
      await sql.query(lock, [last.id]);
    });
    return (await changing) as Answer;
  }

  async function expectNoDeadlock(): Promise<void> {
    const [counted] = await api.db.query<{ deadlocks: string }>(
      'SELECT pg_stat_get_db_deadlocks(oid) AS deadlocks FROM pg_database WHERE datname = current_database()',
    );
    expect(counted?.deadlocks).to.equal('0');
  }

  it('never wait for each other: an owner changes a member, and the client is suspended', async () => {
    const member = await api.createClientUser({ user: { role: 'viewer' } });
    const owner = await api.createClientUser({ clientId: member.clientId });
    const changed = await changeMeanwhile(member, owner, `/api/v1/team/${member.publicId}`, {
      role: 'developer',
    });
    expect(changed.body).to.include({ role: 'developer' });
    await expectNoDeadlock();
  });

  it('nor do they: an administrator suspends support, and a proposal of that person is approved', async () => {
    const support = await api.createStaff('support');
    const admin = await api.createStaff('admin');
    await api.createStaff('admin');
    const path = `/api/v1/admin/staff/${support.publicId}`;
    const changed = await changeMeanwhile(support, admin, path, { suspended: true });
    expect(changed.body).to.include({ suspended: true });
    await expectNoDeadlock();
  });
});
