import { expect } from 'chai';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { testSideOf } from '../../../shared/domain/mode.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('clients', () => {
  let api: TestApi;
  let adminId: string;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    const user = await api.createStaff('admin');
    adminId = user.publicId;
    admin = await api.signIn(user);
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const create = async (body: object = { name: 'Synthetic Holdings' }): Promise<Answer['body']> => {
    const answer = await admin.post('/api/v1/admin/clients', body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    return answer.body;
  };
  const patch = (id: string, json: object): Promise<Answer> =>
    admin.send('PATCH', `/api/v1/admin/clients/${id}`, { json });

  it('are created with an empty wallet', async () => {
    const answer = await admin.post('/api/v1/admin/clients', {
      name: '  Synthetic Holdings ',
      low_balance_threshold: 50,
      retention_days: 365,
    });
    expect(answer.status).to.equal(201);
    expect(answer.body).to.have.all.keys(
      'client_id',
      'name',
      'suspended',
      'low_balance_threshold',
      'retention_days',
      'limits',
      'figures',
      'created_at',
    );
    expect(answer.body).to.include({
      name: 'Synthetic Holdings',
      suspended: false,
      low_balance_threshold: 50,
      retention_days: 365,
    });
    const address = `/api/v1/admin/clients/${answer.body.client_id}`;
    expect(answer.headers.get('location')).to.equal(address);
    expect((await admin.get(address)).body).to.deep.equal(answer.body);
    const wallet = await admin.get(`${address}/wallet`);
    expect(wallet.body).to.include({ balance: 0, reserved: 0, available: 0, low_balance_threshold: 50 });
    expect((await admin.get(`${address}/wallet/entries`)).body.data).to.deep.equal([]);
    expect(await auditOf(api.db, answer.body.client_id)).to.deep.equal([
      {
        actor: adminId,
        action: 'client.created',
        ip_address: '127.0.0.1',
        details: { name: 'Synthetic Holdings', low_balance_threshold: 50, retention_days: 365 },
      },
    ]);
  });

  it('are found by a part of their name, in any case, page by page and as a file', async () => {
    const ids = [];
    for (const name of ['Zoë Lettings', 'ZOË  finance', 'Zoo Trading'])
      ids.unshift((await create({ name })).client_id);
    const first = await admin.get(`/api/v1/admin/clients?limit=1&name_contains=${encodeURIComponent('zoË')}`);
    expect(first.body.data).to.have.length(1);
    const [, next = ''] = /<([^>]*)>/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await admin.get(next);
    expect([...first.body.data, ...second.body.data].map(({ client_id }) => client_id)).to.deep.equal(
      ids.slice(1),
    );
    expect(second.body.next_cursor).to.equal(null);
    const file = await admin.send('GET', '/api/v1/admin/clients?name_contains=zoo', {
      headers: { Accept: 'text/csv' },
    });
    expect(file.body).to.include('Zoo Trading').and.not.include('Lettings');
    const faulty = await admin.get(`/api/v1/admin/clients?name_contains=${'x'.repeat(201)}`);
    expect(faultsOf(faulty)).to.deep.equal({ name_contains: 'too_long' });
    const blank = await admin.get('/api/v1/admin/clients?name_contains=%20%20');
    expect(faultsOf(blank)).to.deep.equal({ name_contains: 'required' });
  });

  it('need no more than a name', async () => {
    expect(await create()).to.include({ low_balance_threshold: 0, retention_days: null });
  });

  const faults: [string, object, Record<string, string>][] = [
    ['an empty body', {}, { name: 'required' }],
    ['a name too long', { name: 'x'.repeat(201) }, { name: 'too_long' }],
    ['a name with an identity number', { name: 'Lease 0001010000071' }, { name: 'personal_data' }],
    [
      'numbers out of range',
      { name: 'a', low_balance_threshold: -1, retention_days: 0 },
      { low_balance_threshold: 'out_of_range', retention_days: 'out_of_range' },
    ],
    [
      'other types',
      { name: 7, low_balance_threshold: '5', retention_days: 1.5 },
      { name: 'invalid_type', low_balance_threshold: 'invalid_type', retention_days: 'invalid_type' },
    ],
    [
      'fields of ours',
      { name: 'a', client_id: 'cli_x', balance: 5, suspended: true },
      { client_id: 'unknown_field', balance: 'unknown_field', suspended: 'unknown_field' },
    ],
  ];
  for (const [what, body, expected] of faults) {
    it(`are not created from ${what}: 422`, async () => {
      const before = await api.db.query('SELECT id FROM clients');
      const answer = await admin.post('/api/v1/admin/clients', body);
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal(expected);
      expect(await api.db.query('SELECT id FROM clients')).to.deep.equal(before);
    });
  }

  it('are listed newest first, page by page, and as CSV', async () => {
    const made = [await create({ name: 'First' }), await create({ name: '=Second()' })];
    const first = await admin.get('/api/v1/admin/clients?limit=1');
    expect(first.body.data).to.deep.equal([made[1]]);
    expect(first.headers.get('link')).to.include('rel="next"');
    const second = await admin.get(`/api/v1/admin/clients?limit=1&cursor=${first.body.next_cursor}`);
    expect(second.body.data).to.deep.equal([made[0]]);

    const csv = await admin.get('/api/v1/admin/clients?limit=2', { headers: { accept: 'text/csv' } });
    expect(csv.headers.get('content-type')).to.include('text/csv');
    expect(csv.body).to.include(`${made[1].client_id},'=Second(),false`);
    const bad = await admin.get('/api/v1/admin/clients?limit=0&cursor=x&name=a');
    expect(faultsOf(bad)).to.deep.equal({
      limit: 'invalid_number',
      cursor: 'invalid_cursor',
      name: 'unknown_field',
    });
  });

  it('are shown with what they did lately, however little that is', async () => {
    const { client_id } = await create();
    const at = `/api/v1/admin/clients/${client_id}`;
    const figures = { completed: 2, credits: 10, reviewed: 1, submitted: 3 };
    await api.db.query(
      `INSERT INTO daily_figures (client_id, day, service_code, submitted, completed, credits, reviewed, positive,
         negative, no_record, mixed, rejected, closed)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - ago, 'said_verification', 3, 2, 10, 1, 2, 0, 0, 0, 0, 0
       FROM unnest(ARRAY[28, 40]) AS ago`,
      [fromPublicId('client', client_id)],
    );
    const { body } = await admin.get(at);
    expect(body.figures).to.include({ ...figures, available: 0, users: 0 });
    const [stored] = await api.db.query<{ day: string }>(
      "SELECT to_char(max(day), 'YYYY-MM-DD') AS day FROM daily_figures WHERE client_id = $1",
      [fromPublicId('client', client_id)],
    );
    expect(body.figures.last_day).to.equal(stored?.day);
    const { data } = (await admin.get('/api/v1/admin/clients?limit=1')).body;
    expect(data).to.deep.equal([body]);
  });

  it('are changed field by field, with before and after in the audit log', async () => {
    const { client_id, ...made } = await create({ name: 'Old', retention_days: 30 });
    expect((await patch(client_id, { name: 'New' })).body).to.deep.equal({ client_id, ...made, name: 'New' });
    const silent = await patch(client_id, { low_balance_threshold: null });
    expect(silent.body).to.include({ low_balance_threshold: null });
    const cleared = await patch(client_id, { low_balance_threshold: 9, retention_days: null });
    expect(cleared.body).to.include({ name: 'New', low_balance_threshold: 9, retention_days: null });
    expect((await patch(client_id, {})).body, 'nothing to change').to.deep.equal(cleared.body);
    expect((await patch(client_id, { name: 'New' })).status, 'no change').to.equal(200);
    const acts = (await auditOf(api.db, client_id)).slice(1);
    expect(acts.map(({ action, details }) => [action, details])).to.deep.equal([
      ['client.changed', { before: { name: 'Old' }, after: { name: 'New' } }],
      ['client.changed', { before: { low_balance_threshold: 0 }, after: { low_balance_threshold: null } }],
      [
        'client.changed',
        {
          before: { low_balance_threshold: null, retention_days: 30 },
          after: { low_balance_threshold: 9, retention_days: null },
        },
      ],
    ]);
  });

  it('are told of low credits when their threshold is raised above them, once, and not before they had any', async () => {
    const { client_id } = await create();
    const clientId = fromPublicId('client', client_id) ?? '';
    const raise = async (threshold: number | null) => {
      expect((await patch(client_id, { low_balance_threshold: threshold })).status).to.equal(200);
      const events = await api.db.query<{ data: object }>(
        `SELECT data FROM webhook_events WHERE client_id = $1 AND type = 'wallet.low_balance' ORDER BY event_no`,
        [clientId],
      );
      const mails = await api.db.query<{ data: object }>(
        `SELECT data FROM mails WHERE client_id = $1 AND kind = 'low_balance' ORDER BY id`,
        [clientId],
      );
      expect(mails, 'as many mails as events').to.have.length(events.length);
      return events.map(({ data }) => data);
    };
    expect(await raise(50), 'being set up').to.deep.equal([]);
    const credits = { amount: 100, note: 'Order', idempotency_key: 'first' };
    expect((await admin.post(`/api/v1/admin/clients/${client_id}/credits`, credits)).status).to.equal(201);
    expect(await raise(100), 'not above them').to.deep.equal([]);
    const told = { balance: 100, reserved: 0, available: 100, low_balance_threshold: 101 };
    expect(await raise(101)).to.deep.equal([told]);
    expect(await raise(200), 'they were low before').to.deep.equal([told]);
    expect(await raise(null)).to.deep.equal([told]);
    const switchedOn = { ...told, low_balance_threshold: 150 };
    expect(await raise(150), 'switched on above them').to.deep.equal([told, switchedOn]);
  });

  it('are changed on both sides: test mode keeps its data as long, and warns at the same credits', async () => {
    const user = await api.createClientUser();
    expect((await (await api.signIn(user)).post('/api/v1/me/mode', { mode: 'test' })).status).to.equal(200);
    const changes = { name: 'Renamed', low_balance_threshold: 7, retention_days: 40 };
    expect((await patch(toPublicId('client', user.clientId), changes)).status).to.equal(200);
    const [testSide] = await api.db.query(
      'SELECT name, low_balance_threshold, retention_days FROM clients WHERE id = $1',
      [testSideOf(user.clientId)],
    );
    expect(testSide).to.deep.equal(changes);
  });

  it('are not changed by values that are none: 422', async () => {
    const { client_id } = await create();
    const answer = await patch(client_id, {
      name: '',
      suspended: 'true',
      retention_days: 4000,
      created_at: 'x',
    });
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({
      name: 'required',
      suspended: 'invalid_type',
      retention_days: 'out_of_range',
      created_at: 'unknown_field',
    });
  });

  it('that are suspended are locked out at once, on every process, with every kind of token', async () => {
    const second = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      const user = await api.createClientUser();
      const token = await api.login(user);
      const signedIn = second.client.withToken(token);
      const made = await api.client
        .withToken(token)
        .post('/api/v1/api-keys', { name: 'Machine', scopes: ['wallet'] });
      const machine = second.client.withToken(made.body.api_key);
      const id = toPublicId('client', user.clientId);
      expect((await machine.get('/api/v1/wallet')).status).to.equal(200);

      expect((await patch(id, { suspended: true })).body).to.include({ suspended: true });
      expect((await signedIn.get('/api/v1/wallet')).status).to.equal(401);
      expect((await machine.get('/api/v1/wallet')).status).to.equal(401);
      const { email, password } = user;
      expect((await second.client.post('/api/v1/login', { email, password })).status).to.equal(401);

      expect((await patch(id, { suspended: false })).body).to.include({ suspended: false });
      expect((await signedIn.get('/api/v1/wallet')).status, 'the token is dead for good').to.equal(401);
      expect((await machine.get('/api/v1/wallet')).status, 'the key works again').to.equal(200);
      expect((await second.client.post('/api/v1/login', { email, password })).status).to.equal(200);
      const acts = (await auditOf(api.db, id)).map(({ action }) => action);
      expect(acts).to.deep.equal(['client.suspended', 'client.resumed']);
    } finally {
      await second.close();
    }
  });

  it('show their wallet and ledger as the client sees them', async () => {
    const user = await api.createClientUser({ credits: 70 });
    const client = await api.signIn(user);
    const id = toPublicId('client', user.clientId);
    for (const path of ['wallet', 'wallet/entries', 'wallet/entries?kind=top_up&limit=1']) {
      const seen = await admin.get(`/api/v1/admin/clients/${id}/${path}`);
      expect(seen.status, path).to.equal(200);
      expect(seen.body, path).to.deep.equal((await client.get(`/api/v1/${path}`)).body);
    }
    const bad = await admin.get(`/api/v1/admin/clients/${id}/wallet/entries?limit=0`);
    expect(bad.status).to.equal(422);
  });
});
