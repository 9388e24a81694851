import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const LOG = '/api/v1/admin/audit-log';

describe('GET /api/v1/admin/audit-log', () => {
  let api: TestApi;
  let adminUser: TestUser;
  let admin: TestClient;
  let clientId: string;
  before(async () => {
    api = await startApi();
    adminUser = await api.createStaff('admin');
    admin = await api.signIn(adminUser);
    clientId = (await admin.post('/api/v1/admin/clients', { name: 'First' })).body.client_id;
    for (const name of ['Second', 'Third']) {
      await admin.send('PATCH', `/api/v1/admin/clients/${clientId}`, { json: { name } });
    }
    const user = await api.createClientUser();
    await (await api.signIn(user)).post('/api/v1/api-keys', { name: clientId });
  });
  after(() => api.close());

  const entries = async (query = ''): Promise<Record<string, unknown>[]> => {
    const answer = await admin.get(`${LOG}${query}`);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.data;
  };

  it('says who did what, when and from where, with before and after, newest first', async () => {
    const all = await entries();
    expect(all.map(({ entry_no }) => entry_no)).to.deep.equal([4, 3, 2, 1]);
    expect(all[1]).to.have.all.keys(
      'entry_no',
      'created_at',
      'actor',
      'actor_email',
      'ip_address',
      'action',
      'target',
      'target_name',
      'details',
      'names',
      'people',
    );
    expect(all[1]).to.deep.include({
      actor: adminUser.publicId,
      actor_email: adminUser.email,
      ip_address: '127.0.0.1',
      action: 'client.changed',
      target: clientId,
      target_name: 'Third',
      details: { before: { name: 'Second' }, after: { name: 'Third' } },
    });
    expect(all[1]?.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('says what those are called today whose ids stand in the details', async () => {
    const [made] = await entries('?action=api_key.created');
    const ofKey = String(Object(made?.details).client_id);
    const [row] = await api.db.query<{ name: string }>('SELECT name FROM clients WHERE id = $1', [
      fromPublicId('client', ofKey),
    ]);
    expect(made?.details, 'a name that looks like an id').to.include({ name: clientId });
    expect(made?.names).to.deep.equal({ [ofKey]: row?.name });
    expect((await entries('?action=client.changed'))[0]?.names, 'names alone are no ids').to.deep.equal({});
  });

  it('is filtered by actor, action, target and time', async () => {
    const all = await entries();
    const moment = String(all[1]?.created_at);
    // Two acts may fall into one millisecond.
    const then = all
      .filter(({ created_at }) => created_at === moment)
      .map(({ entry_no }) => Number(entry_no));
    const expected: [string, number[]][] = [
      [`actor=${adminUser.publicId}`, [3, 2, 1]],
      [`actor=${all[0]?.actor}`, [4]],
      ['actor=system', []],
      ['action=client.changed', [3, 2]],
      [`target=${clientId}`, [3, 2, 1]],
      [`target=${clientId}&action=client.created&actor=${adminUser.publicId}`, [1]],
      [`created_from=${moment}&created_to=${moment}`, then],
      ['created_from=2099-01-01', []],
      ['created_to=2020-01-01', []],
    ];
    for (const [query, numbers] of expected) {
      const found = await entries(`?${query}`);
      expect(
        found.map(({ entry_no }) => entry_no),
        query,
      ).to.deep.equal(numbers);
    }
  });

  it('is paged, and entries that come meanwhile move nothing', async () => {
    const first = await admin.get(`${LOG}?limit=3&target=${clientId}`);
    expect(first.body.next_cursor).to.equal(null);
    const page = await admin.get(`${LOG}?limit=2`);
    await admin.send('PATCH', `/api/v1/admin/clients/${clientId}`, { json: { name: 'Fourth' } });
    const next = await admin.get(`${LOG}?limit=2&cursor=${page.body.next_cursor}`);
    const numbers = [...page.body.data, ...next.body.data].map(({ entry_no }) => entry_no);
    expect(numbers).to.deep.equal([4, 3, 2, 1]);
    expect(next.body.next_cursor).to.equal(null);
  });

  for (const filter of ['created_from=2020-01-01&created_to=2099-01-01', 'action=client.changed']) {
    it(`is paged by ${filter}, each act once`, async () => {
      const whole = await entries(`?${filter}`);
      const numbers = [];
      let cursor = '';
      for (;;) {
        const page = await admin.get(`${LOG}?${filter}&limit=1${cursor}`);
        numbers.push(...page.body.data.map(({ entry_no }: { entry_no: number }) => entry_no));
        if (page.body.next_cursor === null) break;
        cursor = `&cursor=${page.body.next_cursor}`;
      }
      expect(numbers).to.have.lengthOf.at.least(2);
      expect(numbers).to.deep.equal(whole.map(({ entry_no }) => entry_no));
    });
  }

  it('says what the people in it are called, as far as that is known', async () => {
    const { body: colleague } = await admin.post('/api/v1/admin/staff', {
      ...{ email: 'named@example.test', role: 'support', name: 'Thandi Example' },
    });
    const address = `/api/v1/admin/staff/${colleague.user_id}`;
    await admin.send('PATCH', address, { json: { name: 'Thandi Example-Moyo' } });
    const [renamed, created] = await entries(`?target=${colleague.user_id}`);
    expect(renamed).to.deep.include({
      ...{ action: 'user.renamed', target_name: 'named@example.test', details: { before: {}, after: {} } },
      people: { [colleague.user_id]: 'Thandi Example-Moyo' },
    });
    expect(JSON.stringify(created?.details)).not.to.include('Thandi');
    const csv = await admin.get(`${LOG}?action=user.renamed`, { headers: { accept: 'text/csv' } });
    expect(csv.body.split('\r\n')[1]).to.match(/,named@example\.test,$/);
    await admin.send('PATCH', `/api/v1/admin/staff/${adminUser.publicId}`, {
      json: { name: 'Sipho Example' },
    });
    const [named] = await entries(`?target=${adminUser.publicId}`);
    expect(named?.people).to.deep.equal({ [adminUser.publicId]: 'Sipho Example' });
    const after = await admin.get(`${LOG}?action=user.renamed`, { headers: { accept: 'text/csv' } });
    expect(after.body.split('\r\n')[1]).to.match(/,Sipho Example$/);
  });

  it('is a CSV file on request', async () => {
    const answer = await admin.get(`${LOG}?action=client.created`, { headers: { accept: 'text/csv' } });
    expect(answer.headers.get('content-disposition')).to.include('audit-log.csv');
    const [header, line] = answer.body.split('\r\n');
    expect(header).to.equal(
      'entry_no,created_at,actor,actor_email,ip_address,action,target,details,target_name,actor_name',
    );
    expect(line).to.include(`${adminUser.publicId},${adminUser.email},127.0.0.1,client.created,${clientId}`);
  });

  it('is filtered by each target that it shows, such as an adopted history of the database', async () => {
    const target = randomUUID();
    await api.db.transaction((sql) =>
      appendAudit(sql, { actor: 'system', action: 'history.adopted', target }),
    );
    const found = await entries(`?target=${target}`);
    expect(found.map((entry) => [entry.action, entry.target])).to.deep.equal([['history.adopted', target]]);
  });

  it('answers a bad query with all its faults: 422', async () => {
    const answer = await admin.get(`${LOG}?actor=A%20B&action=&target=%00&created_from=soon&limit=x&user=1`);
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({
      actor: 'invalid_word',
      action: 'invalid_word',
      target: 'invalid_text',
      created_from: 'invalid_moment',
      limit: 'invalid_number',
      user: 'unknown_field',
    });
  });

  it('cannot be changed, not even through the database', async () => {
    for (const statement of ['UPDATE audit_log SET actor = actor', 'DELETE FROM audit_log']) {
      const error = await api.db.query(statement).catch((caught: Error) => caught);
      expect(error, statement).to.be.an('error');
    }
    expect(toPublicId('user', adminUser.id)).to.equal((await entries('?action=client.created'))[0]?.actor);
  });
});
