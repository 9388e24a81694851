import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import type { Acceptance } from '../../../shared/acceptance/submission.js';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { periodEnd, periodStart } from '../../../shared/domain/spending.js';
import { giveBack } from '../../../shared/spending/write-spending.js';
import { buildSubmission } from '../../support/checks/submissions.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { avoidMidnight } from '../../support/time/avoid-midnight.js';

const SUBMISSION = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Check before a synthetic contract',
  authority_confirmed: true,
  charge_approved: true,
};

describe('Spending limits', function () {
  this.timeout(60_000);

  let api: TestApi;
  let admin: TestClient;
  before(async () => {
    api = await startApi();
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());
  beforeEach(avoidMidnight);

  const tenant = async () => {
    const user = await api.createClientUser();
    await api.db.query('UPDATE wallets SET balance = 100000 WHERE client_id = $1', [user.clientId]);
    const address = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}`;
    return { user, clientId: user.clientId, address, owner: await api.signIn(user) };
  };
  let keys = 0;
  const submit = (caller: TestClient, more: object = {}) => {
    keys += 1;
    return caller.post('/api/v1/verifications', { ...SUBMISSION, ...more, idempotency_key: `limit-${keys}` });
  };
  /**
   * A slow machine may refuse some because of the wallet's lock: they are repeated under the same key, as the answer
   * says.
   */
  const submitUntilJudged = async (caller: TestClient): Promise<Answer> => {
    keys += 1;
    const body = { ...SUBMISSION, idempotency_key: `limit-${keys}` };
    for (;;) {
      const answer = await caller.post('/api/v1/verifications', body);
      if (answer.status !== 503) {
        expect(answer.status).to.be.oneOf([200, 202, 402]);
        return answer;
      }
    }
  };
  const limit = async (address: string, limits: object) => {
    const answer = await admin.send('PATCH', address, { json: { limits } });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer;
  };

  it('of a person are changed along with the account, or nothing is', async () => {
    const { clientId, address } = await tenant();
    const person = await api.createClientUser({ clientId, user: { role: 'submitter' } });
    const path = `${address}/users/${person.publicId}`;
    const json = { suspended: true, role: 'viewer', limits: { per_day: 4_242 } };
    const asOwner = (statement: string) =>
      withClient(api.database.ownerUrl, (owner) => owner.query(`ALTER TABLE spending_limits ${statement}`));
    await asOwner('ADD CONSTRAINT broken CHECK (per_day <> 4242)');
    try {
      expect((await admin.send('PATCH', path, { json })).status).to.equal(500);
    } finally {
      await asOwner('DROP CONSTRAINT broken');
    }
    const found = async () =>
      (await admin.get(`${address}/users`)).body.data.find(
        ({ user_id: id }: { user_id: string }) => id === person.publicId,
      );
    expect(await found()).to.include({ suspended: false, role: 'submitter' });
    expect(await auditOf(api.db, person.publicId)).to.deep.equal([]);
    const limits = { per_day: 4_242, per_month: null };
    const changed = { suspended: true, role: 'viewer', limits };
    expect((await admin.send('PATCH', path, { json })).body).to.deep.include(changed);
    expect(await found(), 'the list of the admins').to.deep.include(changed);
    const acts = (await auditOf(api.db, person.publicId)).map(({ action }) => action);
    expect(acts).to.deep.equal(['user.suspended', 'limits.changed']);
  });

  it('of a person are set by the owner of the team, who sees how far they are used', async () => {
    const { user, clientId, owner } = await tenant();
    const person = await api.createClientUser({ clientId, user: { role: 'submitter' } });
    const submitter = await api.signIn(person);
    await submit(submitter);
    const address = `/api/v1/team/${person.publicId}`;
    const changed = await owner.send('PATCH', address, { json: { limits: { per_day: 6 } } });
    expect(changed.body).to.deep.include({ role: 'submitter', limits: { per_day: 6, per_month: null } });
    expect((await submit(submitter)).body).to.include({ status: 'limit_reached' });
    expect((await submit(owner)).status).to.equal(202);
    const [limitOf] = (await owner.get('/api/v1/limits')).body.data;
    expect(limitOf).to.include({ of: 'user', name: person.email, person: null, credits: 6, used: 5 });
    await owner.send('PATCH', address, { json: { name: 'Thandi Example' } });
    // Those who may not see the team read the name as well.
    const [own] = (await submitter.get('/api/v1/limits')).body.data;
    expect(own).to.include({ name: person.email, person: 'Thandi Example' });
    const [entry] = await api.db.query(
      'SELECT action, actor FROM audit_log WHERE target = $1 ORDER BY entry_no',
      [person.publicId],
    );
    expect(entry).to.deep.equal({ action: 'limits.changed', actor: user.publicId });
    const freed = await owner.send('PATCH', address, { json: { limits: { per_day: null } } });
    expect(freed.body.limits).to.deep.equal({ per_day: null, per_month: null });
    expect((await submit(submitter)).status).to.equal(202);
    const stranger = (await tenant()).owner;
    expect((await stranger.send('PATCH', address, { json: { limits: { per_day: 1 } } })).status).to.equal(
      404,
    );
  });

  it('of somebody who has left the team are not listed, until they come back', async () => {
    const { clientId, owner } = await tenant();
    const person = await api.createClientUser({ clientId, user: { role: 'submitter' } });
    const address = `/api/v1/team/${person.publicId}`;
    await owner.send('PATCH', address, { json: { limits: { per_day: 6 } } });
    expect((await owner.get('/api/v1/limits')).body.data).to.have.length(1);
    expect((await owner.send('DELETE', address)).status).to.equal(204);
    expect((await owner.get('/api/v1/limits')).body.data).to.deep.equal([]);
    const back = await owner.post('/api/v1/team', { email: person.email, role: 'submitter' });
    expect(back.body).to.include({ user_id: person.publicId });
    const [limitOf] = (await owner.get('/api/v1/limits')).body.data;
    expect(limitOf).to.include({ name: person.email, credits: 6 });
  });

  it('of a client refuse a request that would exceed them, before anything is stored, and say what is left', async () => {
    const { address, owner } = await tenant();
    expect((await submit(owner)).status).to.equal(202);
    const changed = await limit(address, { per_day: 12 });
    expect(changed.body.limits).to.deep.equal({ per_day: 12, per_month: null });
    expect((await submit(owner)).status, 'what was spent before counts').to.equal(202);
    const refused = await submit(owner);
    expect(refused.status).to.equal(402);
    const limited = {
      of: 'client',
      period: 'day',
      credits: 12,
      used: 10,
      resets_at: periodEnd('day', periodStart('day', new Date())).toISOString(),
    };
    expect(refused.body.status).to.equal('limit_reached');
    expect(refused.body.limit).to.deep.equal(limited);
    const preflight = await owner.post('/api/v1/verifications/preflight', SUBMISSION);
    expect(preflight.body.limit).to.deep.equal({ ...limited, left: 2 });
    expect((await owner.get('/api/v1/wallet')).body.reserved).to.equal(10);
    const { data } = (await owner.get('/api/v1/limits')).body;
    expect(data.map(({ of, used }: { of: string; used: number }) => [of, used])).to.deep.equal([
      ['client', 10],
    ]);

    await limit(address, { per_day: null });
    expect((await submit(owner)).status).to.equal(202);
    expect((await owner.post('/api/v1/verifications/preflight', SUBMISSION)).body.limit).to.equal(null);
  });

  it('below the price of a check are not said to make room when they reset', async () => {
    const { address, owner } = await tenant();
    await limit(address, { per_day: 4 });
    const { body } = await submit(owner);
    expect(body.limit).to.include({ of: 'client', credits: 4, used: 0 });
    expect(body.message).to.include('costs 5 credits').and.include('4 credits per day');
    expect(body.message).to.not.match(/after the limit resets/);
    await limit(address, { per_day: 5 });
    await submit(owner);
    expect((await submit(owner)).body.message).to.match(/after the limit resets/);
  });

  it('come with a new client', async () => {
    const made = await admin.post('/api/v1/admin/clients', { name: 'Careful', limits: { per_month: 500 } });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body.limits).to.deep.equal({ per_day: null, per_month: 500 });
  });

  it('of a key and a user apply to these alone, and a replay does not count', async () => {
    const { address, owner, user } = await tenant();
    const key = (await owner.post('/api/v1/api-keys', { name: 'Machine', limits: { per_month: 5 } })).body;
    expect(key.limits).to.deep.equal({ per_day: null, per_month: 5 });
    const machine = api.client.withToken(key.api_key);
    const body = { ...SUBMISSION, idempotency_key: 'of the key' };
    expect((await machine.post('/api/v1/verifications', body)).status).to.equal(202);
    expect((await machine.post('/api/v1/verifications', body)).status).to.equal(200);
    expect((await submit(machine)).body.limit).to.include({ of: 'api_key', period: 'month', used: 5 });
    expect((await submit(owner)).status).to.equal(202);
    await limit(`${address}/users/${user.publicId}`, { per_day: 5 });
    expect((await submit(owner)).body.limit).to.include({ of: 'user', used: 5 });
    await owner.send('PATCH', `/api/v1/api-keys/${key.api_key_id}`, { json: { limits: { per_month: 10 } } });
    expect((await submit(machine)).status).to.equal(202);
  });

  it('admit exactly as many concurrent requests as there is room for', async () => {
    const second = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      const { address, owner, user } = await tenant();
      const there = second.client.withToken(await api.login(user));
      const room = 37;
      await limit(address, { per_day: room * 5 + 4 });
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => submitUntilJudged(index % 2 === 0 ? owner : there)),
      );
      const judged = answers.map(({ status }) => (status === 402 ? 'refused' : 'accepted'));
      expect(judged.filter((kind) => kind === 'accepted')).to.have.length(room);
      const { data } = (await owner.get('/api/v1/limits')).body;
      expect(data[0]).to.include({ credits: room * 5 + 4, used: room * 5 });
      const told = (await toldOf(owner)).map(([percent]) => percent);
      expect(told, 'each once').to.deep.equal([80, 100]);
    } finally {
      await second.close();
    }
  });

  it('get released credits back in the period in which the request was accepted', async () => {
    const { address, owner } = await tenant();
    const { body } = await submit(owner);
    await limit(address, { per_day: 5, per_month: 100 });
    const used = async () =>
      (await owner.get('/api/v1/limits')).body.data.map(({ used: credits }: { used: number }) => credits);
    expect(await used()).to.deep.equal([5, 5]);
    const id = fromPublicId('verification', body.request_id) ?? '';
    // As if it had been accepted yesterday: today's figure does not change.
    await api.db.query(`UPDATE verifications SET created_at = created_at - interval '1 day' WHERE id = $1`, [
      id,
    ]);
    await api.db.transaction((sql) => giveBack(sql, [id]));
    expect((await used())[0]).to.equal(5);
    await api.db.query(`UPDATE verifications SET created_at = now() WHERE id = $1`, [id]);
    await api.db.transaction((sql) => giveBack(sql, [id]));
    expect((await used())[0]).to.equal(0);
  });

  it('of a person and of a key get back only the released credits of their own requests', async () => {
    const { user, owner } = await tenant();
    const key = (await owner.post('/api/v1/api-keys', { name: 'Machine', limits: { per_month: 100 } })).body;
    await owner.send('PATCH', `/api/v1/team/${user.publicId}`, { json: { limits: { per_month: 100 } } });
    const [byPerson, byKey] = [await submit(owner), await submit(api.client.withToken(key.api_key))];
    const used = async () =>
      (await owner.get('/api/v1/limits')).body.data.map(
        ({ of, used: credits }: { of: string; used: number }) => [of, credits],
      );
    const release = ({ body }: Answer) =>
      api.db.transaction((sql) => giveBack(sql, [fromPublicId('verification', body.request_id) ?? '']));
    expect(await used()).to.deep.equal([
      ['user', 5],
      ['api_key', 5],
    ]);
    await release(byKey);
    expect(await used()).to.deep.equal([
      ['user', 5],
      ['api_key', 0],
    ]);
    await release(byPerson);
    expect(await used()).to.deep.equal([
      ['user', 0],
      ['api_key', 0],
    ]);
  });

  it('hold within one batch, for each client separately', async () => {
    const [mine, theirs] = await Promise.all([tenant(), tenant()]);
    await limit(mine.address, { per_month: 10 });
    const batch = [mine, theirs, mine, theirs, mine, theirs].map(({ clientId }) =>
      buildSubmission({ clientId }),
    );
    const acceptances: Acceptance[] = await acceptVerifications(api.db, batch);
    const kinds = acceptances.map(({ kind }) => kind);
    const price = batch[0]?.credits ?? 0;
    const room = Math.floor(10 / price);
    expect(kinds.filter((kind) => kind === 'limit_reached')).to.have.length(Math.max(3 - room, 0));
    expect(kinds.filter((_kind, index) => index % 2 === 1)).to.deep.equal([
      'accepted',
      'accepted',
      'accepted',
    ]);
  });

  type Told = [percent: number, of: string, period: string, used: number];
  const toldOf = async (caller: TestClient): Promise<Told[]> => {
    const { data } = (await caller.get('/api/v1/events?limit=100')).body;
    return data
      .filter(({ type }: { type: string }) => type === 'limit.reached')
      .map(({ data: said }: { data: Record<string, never> }) => [
        said.percent,
        said.of,
        said.period,
        said.used,
      ]);
  };
  const mailsOf = (clientId: string) =>
    api.db.query(`SELECT data FROM mails WHERE client_id = $1 AND kind = 'limit_reached'`, [clientId]);

  it('notify the client at 80 and at 100 percent, once each, by event and by mail', async () => {
    const { address, owner, clientId } = await tenant();
    await limit(address, { per_day: 20, per_month: 1000 });
    for (let count = 0; count < 3; count += 1) await submit(owner);
    expect(await toldOf(owner), '75 percent').to.deep.equal([]);
    await limit(address, { per_day: 18 });
    expect((await submit(owner)).status, 'refused for what is left').to.equal(402);
    expect((await submit(owner)).status).to.equal(402);
    expect(await toldOf(owner), 'by a refusal').to.deep.equal([[100, 'client', 'day', 15]]);
    await limit(address, { per_day: 25 });
    for (let count = 0; count < 4; count += 1) await submit(owner);
    const all = [
      [100, 'client', 'day', 15],
      [80, 'client', 'day', 20],
      [100, 'client', 'day', 25],
    ];
    expect(await toldOf(owner), 'of another limit').to.deep.equal(all);
    expect(await mailsOf(clientId)).to.have.length(3);
  });

  it('notify at both percentages when requests accepted together reach one after the other', async () => {
    const { address, owner, clientId } = await tenant();
    await limit(address, { per_day: 25 });
    const together = Array.from({ length: 5 }, () => buildSubmission({ clientId }));
    await acceptVerifications(api.db, together);
    expect(await toldOf(owner)).to.deep.equal([
      [80, 'client', 'day', 20],
      [100, 'client', 'day', 25],
    ]);
    expect(await mailsOf(clientId)).to.have.length(2);
  });

  it('notify at 100 percent only when one request reaches both', async () => {
    const { address, owner } = await tenant();
    await limit(address, { per_day: 20 });
    await submit(owner, { service_code: 'employee_bundle' });
    expect(await toldOf(owner)).to.deep.equal([[100, 'client', 'day', 20]]);
  });

  it('notify at a refusal only once most of the limit is used', async () => {
    const { address, owner } = await tenant();
    await limit(address, { per_day: 15 });
    expect((await submit(owner, { service_code: 'employee_bundle' })).status).to.equal(402);
    expect(await toldOf(owner)).to.deep.equal([]);
    for (let count = 0; count < 3; count += 1) await submit(owner);
    expect(await toldOf(owner)).to.deep.equal([[100, 'client', 'day', 15]]);
  });

  it('do not notify again for credits that were released and spent again', async () => {
    const { address, owner, clientId } = await tenant();
    await limit(address, { per_month: 5 });
    const { body } = await submit(owner);
    await api.db.transaction((sql) => giveBack(sql, [fromPublicId('verification', body.request_id) ?? '']));
    expect((await submit(owner)).status).to.equal(202);
    expect(await toldOf(owner)).to.deep.equal([[100, 'client', 'month', 5]]);
    expect(await mailsOf(clientId)).to.have.length(1);
  });

  const faults: [unknown, Record<string, string>][] = [
    ['many', { limits: 'invalid_type' }],
    [[], { limits: 'invalid_type' }],
    [{ per_day: 5, per_year: 5 }, { 'limits.per_year': 'unknown_field' }],
    [{ per_day: '5' }, { 'limits.per_day': 'invalid_type' }],
    [
      { per_day: -1, per_month: 1.5 },
      { 'limits.per_day': 'out_of_range', 'limits.per_month': 'invalid_type' },
    ],
  ];
  for (const [limits, expected] of faults) {
    it(`are not set to ${JSON.stringify(limits)}: 422`, async () => {
      const { owner } = await tenant();
      const answer = await owner.post('/api/v1/api-keys', { name: 'Machine', limits });
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal(expected);
    });
  }
});
