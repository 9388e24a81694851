import { expect } from 'chai';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('The addresses that proxies pass on', () => {
  let api: TestApi;
  let user: TestUser;
  before(async () => {
    api = await startApi({ config: { trustProxy: 'loopback' } });
    user = await api.createClientUser();
  });
  after(() => api.close());

  /** Where a session was opened from, as its owner is told. */
  async function heardAs(forwarded: string): Promise<unknown> {
    const { email, password } = user;
    const headers = { 'x-forwarded-for': forwarded };
    const answer = await api.client.send('POST', '/api/v1/login', { json: { email, password }, headers });
    expect(answer.status).to.equal(200);
    const { body } = await api.client.withToken(answer.body.access_token).get('/api/v1/me/sessions');
    return body.data.find(({ current }: { current: boolean }) => current).ip_address;
  }

  const cases: [forwarded: string, heard: string | null][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:4711,127.0.0.1:8080', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8:1111:2222:3333:4444:5555:6666]:65535', '2001:db8:1111:2222:3333:4444:5555:6666'],
    ['[::ffff:cb00:7107]:4711', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    [`fe80::1%${'e'.repeat(100)}`, 'fe80::1'],
    ['203.0.113.7, unknown', null],
    [`203.0.113.7, ${'x'.repeat(100)}`, null],
  ];
  for (const [forwarded, heard] of cases) {
    it(`are ${heard ?? 'none'} in ${forwarded}`, async () => {
      expect(await heardAs(forwarded)).to.equal(heard);
    });
  }

  it('are in the network of a key, with their port', async () => {
    const owner = await api.signIn(user);
    const key = await owner.post('/api/v1/api-keys', {
      name: 'Bound',
      allowed_addresses: ['203.0.113.0/24'],
    });
    const from = (address: string) =>
      api.client.withToken(key.body.api_key).get('/api/v1/me', { headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.7:4711')).status).to.equal(200);
    expect((await from('198.51.100.1:4711')).status).to.equal(403);
  });
});
