import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { atClock } from '../../support/time/wrong-clock.js';

const SUBMISSION = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Check before a synthetic contract',
  authority_confirmed: true,
  charge_approved: true,
};

const EVERYTHING = ['submit', 'read', 'wallet'];

describe('an API key as the bearer token', () => {
  let api: TestApi;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  let owner: TestClient;
  let key: { api_key: string; api_key_id: string };
  let machine: TestClient;
  before(async () => {
    api = await startApi();
    user = await api.createClientUser();
    owner = await api.signIn(user);
    key = (await owner.post('/api/v1/api-keys', { name: 'Machine', scopes: EVERYTHING })).body;
    machine = api.client.withToken(key.api_key);
  });
  after(() => api.close());

  const makeKey = async (
    client: TestClient,
    body: object = { name: 'Other', scopes: EVERYTHING },
  ): Promise<string> => (await client.post('/api/v1/api-keys', body)).body.api_key;
  const statusOf = async (token: string, path = '/api/v1/wallet'): Promise<number> =>
    (await api.client.withToken(token).get(path)).status;

  it('submits for its client, and the consent names the key', async () => {
    const answer = await machine.post('/api/v1/verifications', { ...SUBMISSION, idempotency_key: 'by-key' });
    expect(answer.status).to.equal(202);
    const report = await owner.get(`/api/v1/verifications/${answer.body.request_id}`);
    expect(report.body.consent).to.include({ recorded_by: key.api_key_id, channel: 'api' });

    const replay = await owner.post('/api/v1/verifications', { ...SUBMISSION, idempotency_key: 'by-key' });
    expect(replay.status, 'keys and users of a client share its idempotency keys').to.equal(200);
  });

  it('reads everything that a client user reads', async () => {
    const { data } = (await machine.get('/api/v1/verifications')).body;
    expect(data).to.have.length(1);
    const paths = [
      `/api/v1/verifications/${data[0].request_id}`,
      '/api/v1/wallet',
      '/api/v1/wallet/entries',
      '/api/v1/services',
    ];
    for (const path of paths) {
      const [own, byKey] = await Promise.all([owner.get(path), machine.get(path)]);
      expect(byKey.status, path).to.equal(200);
      expect(byKey.body, path).to.deep.equal(own.body);
    }
    const photo = await machine.get(`/api/v1/verifications/${data[0].request_id}/photo`);
    expect(photo.status, 'there is none').to.equal(404);
  });

  it('says at /me that it is a key and no user', async () => {
    const answer = await machine.get('/api/v1/me');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.include({
      user_id: null,
      email: null,
      api_key_id: key.api_key_id,
      role: 'client',
      scope: 'client',
    });
    expect(answer.body.client.client_id).to.equal(toPublicId('client', user.clientId));
  });

  const refused: [string, string, object?][] = [
    ['POST', '/api/v1/logout'],
    ['POST', '/api/v1/me/password', { current_password: 'x', new_password: 'y' }],
    ['GET', '/api/v1/api-keys'],
    ['POST', '/api/v1/api-keys', { name: 'more' }],
  ];
  for (const [method, path, json] of refused) {
    it(`may not ${method} ${path}`, async () => {
      const answer = await machine.send(method, path, { json });
      expect(answer.status).to.equal(401);
      expect(answer.body.status).to.equal('unauthorized');
    });
  }

  it('sees nothing of another client', async () => {
    const other = await api.signIn(await api.createClientUser());
    const token = await makeKey(other);
    const { data } = (await owner.get('/api/v1/verifications')).body;
    expect(await statusOf(token, `/api/v1/verifications/${data[0].request_id}`)).to.equal(404);
    expect((await api.client.withToken(token).get('/api/v1/verifications')).body.data).to.deep.equal([]);
  });

  it('is refused in the same words whatever is wrong with it', async () => {
    const client = await api.createClientUser();
    const holder = await api.signIn(client);
    const expired = await makeKey(holder, { name: 'expired' });
    await api.db.query(`UPDATE api_keys SET expires_at = now() WHERE name = 'expired'`);
    const revoked = (await holder.post('/api/v1/api-keys', { name: 'revoked' })).body;
    await holder.send('DELETE', `/api/v1/api-keys/${revoked.api_key_id}`);
    const suspended = await makeKey(holder);
    await api.db.query('UPDATE clients SET suspended = true WHERE id = $1', [client.clientId]);
    const last = key.api_key.at(-1) === 'A' ? 'B' : 'A';
    const tokens = {
      expired,
      revoked: revoked.api_key,
      suspended,
      'one character off': key.api_key.slice(0, -1) + last,
      'in another case': key.api_key.replace('vk_', 'VK_').toLowerCase(),
      unknown: `vk_${'A'.repeat(43)}`,
      short: 'vk_A',
      empty: 'vk_',
      long: `${key.api_key}A`,
    };
    const headers = { 'x-correlation-id': 'same' };
    const answers = await Promise.all(
      Object.values(tokens).map((token) => api.client.withToken(token).get('/api/v1/wallet', { headers })),
    );
    for (const [index, what] of Object.keys(tokens).entries()) {
      expect(answers[index]?.status, what).to.equal(401);
      expect(answers[index]?.body, what).to.deep.equal(answers[0]?.body);
    }
  });

  it('has expired once either clock says so: one that goes back revives neither key nor replaced secret', async () => {
    const dated = (await owner.post('/api/v1/api-keys', { name: 'Dated', scopes: EVERYTHING })).body;
    await api.db.query(`UPDATE api_keys SET expires_at = now() + interval '1 hour' WHERE name = 'Dated'`);
    const { api_key: replaced, api_key_id } = (await owner.post('/api/v1/api-keys', { name: 'Rotated' }))
      .body;
    const { api_key: current } = (await owner.post(`/api/v1/api-keys/${api_key_id}/rotate`)).body;
    const statuses = () =>
      Promise.all([dated.api_key, replaced, current].map((token) => statusOf(token, '/api/v1/services')));
    expect(await statuses()).to.deep.equal([200, 200, 200]);
    // As far as two clocks differ, it makes no difference which of them is wrong.
    expect(await atClock(25 * 3_600_000, statuses)).to.deep.equal([401, 401, 200]);
  });

  it('counts only in the Authorization header: not in the query, a cookie or another header', async () => {
    const inQuery = await api.client.get(`/api/v1/wallet?api_key=${key.api_key}&access_token=${key.api_key}`);
    expect(inQuery.status).to.equal(401);
    const headers = [
      { cookie: `session=${key.api_key}` },
      { 'x-api-key': key.api_key },
      { authorization: `Basic ${key.api_key}` },
      { authorization: key.api_key },
    ];
    for (const header of headers) {
      const answer = await api.client.get('/api/v1/wallet', { headers: header });
      expect(answer.status, Object.keys(header)[0]).to.equal(401);
    }
  });

  it('is logged by its id and never as it is', async () => {
    await machine.get('/api/v1/wallet', { headers: { 'x-correlation-id': 'key-line' } });
    const line = api.logs().find(({ correlation_id }) => correlation_id === 'key-line');
    expect(line).to.include({ api_key_id: key.api_key_id });
    expect(JSON.stringify(api.logs())).not.to.include(key.api_key.slice(11));
  });

  it('that is deleted on one process is refused on another at the next request', async () => {
    const second = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      const made = (await owner.post('/api/v1/api-keys', { name: 'Two processes', scopes: EVERYTHING })).body;
      const there = second.client.withToken(made.api_key);
      expect((await there.get('/api/v1/wallet')).status).to.equal(200);
      await owner.send('DELETE', `/api/v1/api-keys/${made.api_key_id}`);
      expect((await there.get('/api/v1/wallet')).status).to.equal(401);
    } finally {
      await second.close();
    }
  });
});
