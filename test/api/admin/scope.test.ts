import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const CLIENT = '/api/v1/admin/clients/{client}';
const ROUTES: [string, string, object?][] = [
  ['GET', '/api/v1/admin/clients'],
  ['POST', '/api/v1/admin/clients', { name: 'a' }],
  ['GET', CLIENT],
  ['PATCH', CLIENT, { suspended: true }],
  ['GET', `${CLIENT}/users`],
  ['POST', `${CLIENT}/users`, { email: 'new@example.test' }],
  ['PATCH', `${CLIENT}/users/{user}`, { suspended: true }],
  ['POST', `${CLIENT}/credits`, { amount: 1, note: 'a', idempotency_key: 'k' }],
  ['GET', `${CLIENT}/wallet`],
  ['GET', `${CLIENT}/wallet/entries`],
  ['GET', '/api/v1/admin/staff'],
  ['POST', '/api/v1/admin/staff', { email: 'new@example.test', role: 'admin' }],
  ['PATCH', '/api/v1/admin/staff/{user}', { role: 'admin' }],
  ['GET', '/api/v1/admin/audit-log'],
];

describe('the admin routes', () => {
  let api: TestApi;
  let admin: TestClient;
  let strangers: Record<string, TestClient>;
  let clientId: string;
  let userId: string;
  before(async () => {
    api = await startApi();
    admin = await api.signIn(await api.createStaff('admin'));
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const key = await client.post('/api/v1/api-keys', { name: 'Machine' });
    strangers = {
      nobody: api.client,
      'a client user': client,
      'an API key': api.client.withToken(key.body.api_key),
      support: await api.signIn(await api.createStaff('support')),
    };
    clientId = toPublicId('client', user.clientId);
    userId = user.publicId;
  });
  after(() => api.close());

  for (const [method, route, json] of ROUTES) {
    it(`demand the scope admin for ${method} ${route}: 401, and nothing happens`, async () => {
      const path = route.replace('{client}', clientId).replace('{user}', userId);
      const acts = await api.db.query('SELECT entry_no FROM audit_log');
      for (const [who, caller] of Object.entries(strangers)) {
        const answer = await caller.send(method, path, { json });
        expect(answer.status, who).to.equal(401);
        expect(answer.body.status, who).to.equal('unauthorized');
      }
      expect(await api.db.query('SELECT entry_no FROM audit_log')).to.deep.equal(acts);
    });
  }

  const malformed = ['cli_', 'CLI_00000000000000000000000000', 'usr_00000000000000000000000000', '1', '%00'];
  for (const [method, route, json] of ROUTES.filter(([, path]) => path.startsWith(CLIENT))) {
    it(`answer unknown and malformed ids of ${method} ${route} with 404`, async () => {
      for (const id of [toPublicId('client', newId()), ...malformed]) {
        const path = route.replace('{client}', id).replace('{user}', userId);
        expect((await admin.send(method, path, { json })).status, path).to.equal(404);
      }
    });
  }

  it('answer other methods with 405', async () => {
    const answer = await admin.send('DELETE', `/api/v1/admin/clients/${clientId}`);
    expect(answer.status).to.equal(405);
    expect(answer.headers.get('allow')).to.equal('GET, HEAD, PATCH');
  });

  it('take no query where there is none', async () => {
    for (const path of [`/api/v1/admin/clients/${clientId}`, `/api/v1/admin/clients/${clientId}/wallet`]) {
      expect((await admin.get(`${path}?a=1`)).status, path).to.equal(422);
    }
  });

  it('serve an admin with a cookie only from our own pages', async () => {
    const user = await api.createStaff('admin');
    const login = await api.client.post('/api/v1/login', {
      email: user.email,
      password: user.password,
      session: 'cookie',
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const create = (origin: string) =>
      api.client.post('/api/v1/admin/clients', { name: 'By cookie' }, { headers: { cookie, origin } });
    expect((await create('https://elsewhere.example.test')).status).to.equal(401);
    expect((await create(api.url)).status).to.equal(201);
  });
});
