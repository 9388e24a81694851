import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { atClock } from '../../support/time/wrong-clock.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604';

describe('a sign-in from a new device', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ config: { trustProxy: 1 } });
  });
  after(() => api.close());

  async function signIn({ email, password }: TestUser, agent: string, address: string): Promise<void> {
    const headers = { 'user-agent': agent, 'x-forwarded-for': address };
    const answer = await api.client.send('POST', '/api/v1/login', { json: { email, password }, headers });
    expect(answer.status).to.equal(200);
  }

  const told = ({ id }: TestUser) =>
    api.db.query<{ device: string; address: string; at: string }>(
      `SELECT data ->> 'device' AS device, data ->> 'address' AS address, data ->> 'at' AS at FROM mails
       WHERE user_id = $1 AND kind = 'new_sign_in' ORDER BY created_at, id`,
      [id],
    );

  it('is reported by mail once, unlike the first sign-in ever and one from a known device', async () => {
    for (const user of [await api.createClientUser(), await api.createStaff('support')]) {
      await signIn(user, FIREFOX, '203.0.113.5');
      await signIn(user, FIREFOX, '203.0.113.5');
      await signIn(user, NEWER_FIREFOX, '203.0.200.77');
      expect(await told(user)).to.deep.equal([]);
      await signIn(user, SAFARI, '203.0.113.5');
      await signIn(user, SAFARI, '203.0.113.5');
      await signIn(user, FIREFOX, '198.51.100.7');
      await signIn(user, FIREFOX, '2001:db8:1:2::3');
      await signIn(user, FIREFOX, '2001:db8:ffff:2::3');
      const mails = await told(user);
      expect(mails.map(({ device, address }) => `${device}, ${address}`)).to.deep.equal([
        'Safari on iOS, 203.0.113.5',
        'Firefox on Linux, 198.51.100.7',
        'Firefox on Linux, 2001:db8:1:2::3',
      ]);
      expect(mails[0]?.at).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    }
  });

  it('includes a sign-in from a device that was not used for a year', async () => {
    const user = await api.createClientUser();
    await signIn(user, FIREFOX, '203.0.113.5');
    await signIn(user, SAFARI, '203.0.113.5');
    await api.db.query(
      `UPDATE known_devices SET last_seen_at = now() - interval '13 months' WHERE user_id = $1`,
      [user.id],
    );
    await signIn(user, FIREFOX, '203.0.113.5');
    await signIn(user, 'curl/8.0', '203.0.113.5');
    const kept = await api.db.query('SELECT FROM known_devices WHERE user_id = $1', [user.id]);
    expect(kept).to.have.length(2);
    expect((await told(user)).map(({ device }) => device)).to.deep.equal(['Safari on iOS', 'curl']);
  });

  it('is reported even after all known devices were forgotten because nobody signed in for so long', async () => {
    const user = await api.createClientUser();
    await signIn(user, FIREFOX, '203.0.113.5');
    await api.db.query(
      `UPDATE known_devices SET last_seen_at = now() - interval '13 months' WHERE user_id = $1`,
      [user.id],
    );
    await signIn(user, SAFARI, '198.51.100.7');
    expect((await told(user)).map(({ device }) => device)).to.deep.equal(['Safari on iOS']);
  });

  it('is reported even if the known devices are forgotten by only one of the two clocks', async () => {
    const user = await api.createClientUser();
    await signIn(user, FIREFOX, '203.0.113.5');
    await api.db.query(
      `UPDATE known_devices SET last_seen_at = now() - interval '13 months' WHERE user_id = $1`,
      [user.id],
    );
    await atClock(-60 * 86_400_000, () => signIn(user, SAFARI, '203.0.113.5'));
    expect((await told(user)).map(({ device }) => device)).to.deep.equal(['Safari on iOS']);
  });

  it('is not reported when the password is wrong', async () => {
    const user = await api.createClientUser();
    await signIn(user, FIREFOX, '203.0.113.5');
    const { email } = user;
    const json = { email, password: 'not the right one' };
    await api.client.send('POST', '/api/v1/login', { json, headers: { 'user-agent': SAFARI } });
    expect(await told(user)).to.deep.equal([]);
  });
});
