import { expect } from 'chai';
import { isInRanges, readAddressRange } from '../../../api/api-keys/address-range.js';
import { withClient } from '../../../harness/with-client.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('An API key', () => {
  let api: TestApi;
  let owner: TestClient;
  before(async () => {
    api = await startApi();
    owner = await api.signIn(await api.createClientUser());
  });
  after(() => api.close());

  const make = async (body: object = {}) =>
    (await owner.post('/api/v1/api-keys', { name: 'Machine', ...body })).body;
  const walletStatus = async (token: string, address = '127.0.0.1'): Promise<number> => {
    const headers = { 'x-forwarded-for': address };
    return (await api.client.withToken(token).get('/api/v1/wallet', { headers })).status;
  };
  const refusals = async (reason: string): Promise<number> => {
    const { values } = await api.deps.metrics.apiKeyRefusals.get();
    return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
  };

  it('submits and reads unless said otherwise, and is refused and counted beyond that', async () => {
    const key = await make();
    expect(key.scopes).to.deep.equal(['submit', 'read']);
    const machine = api.client.withToken(key.api_key);
    expect((await machine.get('/api/v1/verifications')).status).to.equal(200);
    const before = await refusals('scope');
    const answer = await machine.get('/api/v1/wallet');
    expect(answer.status).to.equal(403);
    expect(answer.body).to.include({ status: 'forbidden' });
    expect(answer.body.message).to.include('wallet');
    expect(await refusals('scope')).to.equal(before + 1);
  });

  it('manages webhooks when it may, in the name of who made it', async () => {
    const key = await make({ scopes: ['webhooks'] });
    const machine = api.client.withToken(key.api_key);
    const body = { url: 'http://127.0.0.1:9/hook', events: ['wallet.low_balance'] };
    const made = await machine.post('/api/v1/webhooks', body);
    expect(made.status).to.equal(201);
    const [act] = await auditOf(api.db, made.body.webhook_id);
    expect(act?.actor).to.equal(key.api_key_id);
    expect((await machine.get('/api/v1/verifications')).status).to.equal(403);
  });

  it('works from its networks only', async () => {
    const elsewhere = await make({
      scopes: ['wallet'],
      allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'],
    });
    expect(elsewhere.allowed_addresses).to.deep.equal(['203.0.113.0/24', '2001:db8::/32']);
    const before = await refusals('address');
    expect(await walletStatus(elsewhere.api_key)).to.equal(403);
    expect(await walletStatus(elsewhere.api_key, '203.0.113.9'), 'a header that nobody vouches for').to.equal(
      403,
    );
    const oneNetwork = await make({ scopes: ['wallet'], allowed_addresses: ['203.0.113.0/24'] });
    expect(await walletStatus(oneNetwork.api_key)).to.equal(403);
    expect(await refusals('address')).to.equal(before + 3);
    const here = await make({ scopes: ['wallet'], allowed_addresses: ['127.0.0.0/8', '::1/128'] });
    expect(await walletStatus(here.api_key)).to.equal(200);
  });

  it('is changed where a member is given, from the next request on', async () => {
    const key = await make({ scopes: ['wallet'] });
    const address = `/api/v1/api-keys/${key.api_key_id}`;
    expect(await walletStatus(key.api_key)).to.equal(200);
    const changed = await owner.send('PATCH', address, {
      json: { scopes: ['read', 'submit'], allowed_addresses: ['10.0.0.0/8'] },
    });
    expect(changed.status).to.equal(200);
    expect(changed.body).to.deep.include({
      name: 'Machine',
      scopes: ['submit', 'read'],
      allowed_addresses: ['10.0.0.0/8'],
    });
    expect(await walletStatus(key.api_key)).to.equal(403);
    await owner.send('PATCH', address, { json: { allowed_addresses: [], scopes: ['wallet'] } });
    expect(await walletStatus(key.api_key)).to.equal(200);
    const actions = (await auditOf(api.db, key.api_key_id)).map(({ action }) => action);
    expect(actions).to.deep.equal(['api_key.created', 'api_key.changed', 'api_key.changed']);
  });

  const endReplaced = () =>
    withClient(api.database.ownerUrl, async (schema) => {
      await schema.query(`SET app.scope = 'operator'`);
      await schema.query('UPDATE replaced_api_keys SET ends_at = now()');
    });

  it('that is rotated works as it was and as it is, for a day', async () => {
    const key = await make({ scopes: ['wallet'] });
    const rotate = () => owner.post(`/api/v1/api-keys/${key.api_key_id}/rotate`);
    const first = await rotate();
    expect(first.status).to.equal(200);
    expect(first.body).to.include({ api_key_id: key.api_key_id, name: 'Machine' });
    expect(Date.parse(first.body.replaced_until) - Date.now()).to.be.within(86_000_000, 86_400_000);
    const second = (await rotate()).body;
    const secrets = [key.api_key, first.body.api_key, second.api_key];
    expect(new Set(secrets).size).to.equal(3);
    for (const secret of secrets) expect(await walletStatus(secret)).to.equal(200);
    const { data } = (await owner.get('/api/v1/api-keys')).body;
    expect(data.find(({ api_key_id }: { api_key_id: string }) => api_key_id === key.api_key_id)).to.include({
      prefix: second.api_key.slice(0, 11),
    });

    await endReplaced();
    expect(await Promise.all(secrets.map((secret) => walletStatus(secret)))).to.deep.equal([401, 401, 200]);
    await owner.send('DELETE', `/api/v1/api-keys/${key.api_key_id}`);
    expect(await walletStatus(second.api_key)).to.equal(401);
    expect((await rotate()).status, 'a key that is gone').to.equal(404);
  });

  it('is rotated so often at most that no secret is forgotten among the others', async () => {
    const key = await make();
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await owner.post(`/api/v1/api-keys/${key.api_key_id}/rotate`)).status);
    }
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 409]);
    expect((await api.client.withToken(key.api_key).get('/api/v1/verifications')).status).to.equal(200);
    await endReplaced();
    const later = await owner.post(`/api/v1/api-keys/${key.api_key_id}/rotate`);
    expect(later.status, 'once the others have ended').to.equal(200);
  });

  it('is not rotated any more when it has expired: 404', async () => {
    const key = await make({ name: 'Of last year', expires_at: '2099-12-31' });
    await api.db.query(`UPDATE api_keys SET expires_at = now() WHERE name = 'Of last year'`);
    expect((await owner.post(`/api/v1/api-keys/${key.api_key_id}/rotate`)).status).to.equal(404);
  });

  const faults: [string, object, Record<string, string>][] = [
    ['no scope', { scopes: [] }, { scopes: 'required' }],
    ['an unknown scope', { scopes: ['admin'] }, { scopes: 'invalid_choice' }],
    ['a scope twice', { scopes: ['read', 'read'] }, { scopes: 'repeated' }],
    [
      'a text',
      { scopes: 'read', allowed_addresses: '10.0.0.0/8' },
      { scopes: 'invalid_type', allowed_addresses: 'invalid_type' },
    ],
    ['no network', { allowed_addresses: ['office'] }, { allowed_addresses: 'invalid_address_range' }],
    [
      'the same network twice',
      { allowed_addresses: ['::1/128', '0:0::1/128'] },
      { allowed_addresses: 'repeated' },
    ],
    [
      'too many networks',
      { allowed_addresses: Array.from({ length: 21 }, (_, index) => `10.0.${index}.0/24`) },
      { allowed_addresses: 'too_long' },
    ],
  ];
  for (const [what, body, expected] of faults) {
    it(`is not made or changed with ${what}: 422`, async () => {
      const { api_key_id } = await make();
      const answers = [
        await owner.post('/api/v1/api-keys', { name: 'Machine', ...body }),
        await owner.send('PATCH', `/api/v1/api-keys/${api_key_id}`, { json: body }),
      ];
      for (const answer of answers) {
        expect(answer.status).to.equal(422);
        expect(faultsOf(answer)).to.deep.equal(expected);
      }
    });
  }
});

describe('A network', () => {
  it('is read in CIDR notation and no other', () => {
    for (const good of ['0.0.0.0/0', '203.0.113.7/32', '10.0.0.0/8', '::/0', '2001:db8::/32', '::1/128']) {
      expect(readAddressRange(good), good).to.equal(good);
    }
    for (const bad of [
      '',
      '10.0.0.1',
      '10.0.0.1/8',
      '10.0.0.0/33',
      '10.0.0.0/08',
      '10/8',
      '::/129',
      'fe80::1%eth0/128',
      '1.2.3.4/32/1',
      '0x0a.0.0.0/8',
      ' 10.0.0.0/8',
    ]) {
      expect(readAddressRange(bad), bad).to.equal(undefined);
    }
  });

  it('is that of IPv4 addresses when it is written in IPv6 clothes', () => {
    expect(readAddressRange('::ffff:203.0.113.0/120')).to.equal('203.0.113.0/24');
    expect(readAddressRange('::ffff:cb00:7107/128')).to.equal('203.0.113.7/32');
    expect(readAddressRange('::ffff:0:0/96')).to.equal('0.0.0.0/0');
    expect(readAddressRange('::ffff:203.0.113.7/120')).to.equal(undefined);
    expect(readAddressRange('::/80')).to.equal('::/80');
  });

  it('holds its addresses, also in IPv6 clothes, and no others', () => {
    expect(isInRanges('::ffff:10.1.2.3', ['10.0.0.0/8'])).to.equal(true);
    expect(isInRanges('11.1.2.3', ['10.0.0.0/8', '::/0'])).to.equal(false);
    expect(isInRanges('2001:db8:1::5', ['10.0.0.0/8', '2001:db8::/32'])).to.equal(true);
    expect(isInRanges(undefined, ['0.0.0.0/0'])).to.equal(false);
    expect(isInRanges(undefined, [])).to.equal(true);
  });
});
