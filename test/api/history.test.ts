import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import { factorStep, passwordStep, setUpTotp } from '../support/accounts/second-factor.js';
import { nextTotpCode } from '../support/accounts/totp.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { startApi, type TestApi } from '../support/processes/app.js';

describe('A database that went back in time', () => {
  let api: TestApi;

  beforeEach(async () => {
    api = await startApi();
  });
  afterEach(() => api.close());

  /** Makes it appear that another history was adopted at this moment, an SQL expression. */
  async function replace(moment: string): Promise<void> {
    await withClient(superuserUrlOf(api.database.url), (client) =>
      client.query(
        `INSERT INTO database_histories
           (system_identifier, timeline, database_oid, table_oid, adopted_at, adopted_how, adopted_by)
         SELECT system_identifier, timeline, database_oid, table_oid, ${moment}, 'automatic', 'x'
         FROM database_histories ORDER BY adopted_at LIMIT 1`,
      ),
    );
    await api.deps.history.look();
  }

  it('refuses cursors of the feed from before, and ends sessions from before', async () => {
    const user = await api.createClientUser({ credits: 100 });
    const token = await api.login(user);
    const reader = api.client.withToken(token);
    const { body } = await reader.get('/api/v1/events');
    const again = `/api/v1/events?after=${encodeURIComponent(body.next_cursor)}`;
    expect((await reader.get(again)).status).to.equal(200);

    // Before the session began, but after the cursor was issued under another history.
    await replace("adopted_at + interval '1 ms'");
    const refused = await reader.get(again);
    expect(refused.status).to.equal(422);
    expect(refused.body.errors[0]).to.include({ field: 'after', code: 'history_changed' });
    expect((await reader.get('/api/v1/events')).status).to.equal(200);

    await replace("now() + interval '2 s'");
    expect((await reader.get('/api/v1/me')).status).to.equal(401);
  });

  it('refuses the challenge of a sign-in from before, which may have been used', async () => {
    const person = await setUpTotp(api, await api.createClientUser());
    const { challenge } = (await passwordStep(api, person)).body;
    await replace("now() + interval '2 s'");
    const answer = await factorStep(api, challenge, { totp: nextTotpCode(person.secret) });
    expect(answer.status).to.equal(401);
    expect(answer.body.message).to.equal(
      'The challenge has expired or was used. Sign in again from the start.',
    );
  });
});
