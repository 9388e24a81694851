import { expect } from 'chai';
import { purgeRevokedTokens } from '../../../api/auth/purge-revoked-tokens.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { atClock } from '../../support/time/wrong-clock.js';

describe('an access token', () => {
  let api: TestApi;
  let other: TestApi;
  before(async () => {
    api = await startApi();
    other = await startApi({ database: api.database });
  });
  after(async () => {
    await other.close();
    await api.close();
  });

  /** A caller with one token, sending its requests to the second API process. */
  async function signInAtBoth(options?: Parameters<TestApi['createClientUser']>[0]) {
    const user = await api.createClientUser(options);
    const token = await api.login(user);
    const here = api.client.withToken(token);
    const there = new TestClient(other.url).withToken(token);
    expect((await there.get('/api/v1/me')).status).to.equal(200);
    return { user, here, there };
  }

  it('stops working at its own logout, at once and on every process, while other tokens go on working', async () => {
    const { user, here, there } = await signInAtBoth();
    const second = await api.signIn(user);
    const answer = await here.post('/api/v1/logout');
    expect(answer.status).to.equal(204);
    expect(answer.body).to.equal('');
    // Not "cookies": browsers clear those of every host of the registered domain, the company's other applications too.
    expect(answer.headers.get('clear-site-data')).to.equal('"cache", "storage"');
    expect((await there.get('/api/v1/me')).status).to.equal(401);
    expect((await here.post('/api/v1/logout')).status).to.equal(401);
    expect((await second.get('/api/v1/me')).status).to.equal(200);
  });

  it('stops working when its user is suspended, who cannot sign in again', async () => {
    const { user, there } = await signInAtBoth();
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]);
    const answer = await there.get('/api/v1/me');
    expect(answer.status).to.equal(401);
    expect(answer.body.message).to.include('suspended');
  });

  it('stops working when its client is suspended', async () => {
    const { user, there } = await signInAtBoth();
    await api.db.query('UPDATE clients SET suspended = true WHERE id = $1', [user.clientId]);
    expect((await there.get('/api/v1/me')).status).to.equal(401);
  });

  it('stops working, like every token of the account, when the password is changed', async () => {
    const { user, here, there } = await signInAtBoth();
    const second = await api.signIn(user);
    const answer = await here.post('/api/v1/me/password', {
      current_password: user.password,
      new_password: 'another long password',
    });
    expect(answer.status).to.equal(204);
    for (const client of [here, there, second]) {
      expect((await client.get('/api/v1/me')).status).to.equal(401);
    }
  });

  it('stops working when the role of its user changes', async () => {
    const support = await api.createStaff('support');
    const client = await api.signIn(support);
    await api.db.query('UPDATE users SET role = $2 WHERE id = $1', [support.id, 'admin']);
    const answer = await client.get('/api/v1/me');
    expect(answer.status).to.equal(401);
    expect(answer.body.message).to.include('role');
  });

  it('leaves no row behind: a logout purges revoked tokens that have long expired', async () => {
    const { user, here } = await signInAtBoth();
    await api.db.query(
      `INSERT INTO revoked_tokens (jti, user_id, expires_at)
       SELECT gen_random_uuid(), $1, now() - interval '2 hours' FROM generate_series(1, 3)`,
      [user.id],
    );
    await here.post('/api/v1/logout', {});
    const rows = await api.db.query<{ count: string }>(
      'SELECT count(*) FROM revoked_tokens WHERE user_id = $1',
      [user.id],
    );
    expect(rows).to.deep.equal([{ count: '1' }]);
  });

  it('stays revoked although one of the two clocks is ahead for a second', async () => {
    const { user } = await signInAtBoth();
    await api.db.query(
      `INSERT INTO revoked_tokens (jti, user_id, expires_at)
       VALUES (gen_random_uuid(), $1, now() - interval '2 hours'), (gen_random_uuid(), $1, now() + interval '1 hour')`,
      [user.id],
    );
    const left = async (processIsAheadBy: number): Promise<number> => {
      await purgeRevokedTokens(api.db, new Date(Date.now() + processIsAheadBy));
      const rows = await api.db.query('SELECT FROM revoked_tokens WHERE user_id = $1', [user.id]);
      return rows.length;
    };
    const aDay = 86_400_000;
    // By the database's clock the first token has long expired; by the other clock none has, and then all have.
    expect(await left(-aDay)).to.equal(2);
    expect(await left(aDay)).to.equal(1);
  });

  it('stays revoked although the clock of the API that revoked it is hours behind', async () => {
    const user = await api.createClientUser();
    const session = await api.signIn(user);
    await atClock(-3 * 3_600_000, async () => {
      const other = await api.signIn(user);
      expect((await other.send('DELETE', '/api/v1/me/sessions')).status).to.equal(204);
      expect((await other.post('/api/v1/logout')).status).to.equal(204);
    });
    await purgeRevokedTokens(api.db);
    expect((await session.get('/api/v1/me')).status).to.equal(401);
    const kept = await api.db.query('SELECT FROM revoked_tokens WHERE user_id = $1', [user.id]);
    expect(kept, 'both ends').to.have.length(2);
  });

  it('goes on working after a logout that is refused for its unknown fields', async () => {
    const { here } = await signInAtBoth();
    const answer = await here.post('/api/v1/logout', { everywhere: true });
    expect(answer.status).to.equal(422);
    expect(answer.body.errors[0]).to.include({ field: 'everywhere', code: 'unknown_field' });
    expect((await here.get('/api/v1/me')).status).to.equal(200);
  });
});
