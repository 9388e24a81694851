import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('POST /api/v1/admin/clients/{id}/credits', () => {
  let api: TestApi;
  let adminId: string;
  let admin: TestClient;
  let nextKey = 0;
  before(async () => {
    api = await startApi();
    const user = await api.createStaff('admin');
    adminId = user.publicId;
    admin = await api.signIn(user);
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const move = (id: string, amount: unknown, key = `key-${++nextKey}`, more: object = {}): Promise<Answer> =>
    admin.post(
      `/api/v1/admin/clients/${id}/credits`,
      { amount, note: 'Synthetic note', ...more },
      { headers: { 'idempotency-key': key } },
    );
  const client = async (balance = 0): Promise<{ id: string; publicId: string }> =>
    buildClient(api.db, { balance });
  const balanceOf = async (id: string): Promise<number> =>
    (await admin.get(`/api/v1/admin/clients/${id}/wallet`)).body.balance;

  it('adds credits as a top-up, in the ledger and the audit log', async () => {
    const { publicId } = await client();
    const answer = await move(publicId, 250);
    expect(answer.status).to.equal(201);
    expect(answer.body).to.include({
      kind: 'top_up',
      amount: 250,
      balance_delta: 250,
      reserved_delta: 0,
      balance_after: 250,
      reserved_after: 0,
      request_id: null,
      note: 'Synthetic note',
    });
    expect(answer.body).not.to.have.property('idempotent_replay');
    const { data } = (await admin.get(`/api/v1/admin/clients/${publicId}/wallet/entries`)).body;
    expect(data).to.deep.equal([answer.body]);
    expect(await auditOf(api.db, publicId)).to.deep.equal([
      {
        actor: adminId,
        action: 'credits.added',
        ip_address: '127.0.0.1',
        details: {
          entry_id: answer.body.entry_id,
          amount: 250,
          before: { balance: 0 },
          after: { balance: 250 },
        },
      },
    ]);
  });

  it('takes credits as an adjustment, but only what is not reserved', async () => {
    const { id, publicId } = await client(100);
    await buildVerification(api.db, { clientId: id, serviceCode: 'employee_bundle' });
    const refused = await move(publicId, -81);
    expect(refused.status).to.equal(402);
    expect(refused.body).to.include({
      status: 'insufficient_credits',
      credits_required: 81,
      credits_available: 80,
    });
    const taken = await move(publicId, -80);
    expect(taken.status).to.equal(201);
    expect(taken.body).to.include({ kind: 'adjustment', amount: -80, balance_after: 20, reserved_after: 20 });
    expect((await move(publicId, -1)).status).to.equal(402);
  });

  it('does not use the key up when it refuses', async () => {
    const { publicId } = await client(5);
    expect((await move(publicId, -6, 'again')).status).to.equal(402);
    await move(publicId, 10);
    expect((await move(publicId, -6, 'again')).status).to.equal(201);
  });

  it('answers a repeat with the same entry, from the header or the body', async () => {
    const { publicId } = await client();
    const first = await move(publicId, 10, 'once');
    const repeat = await move(publicId, 10, 'once');
    expect(repeat.status).to.equal(200);
    expect(repeat.body).to.deep.equal({ ...first.body, idempotent_replay: true });
    const inBody = await admin.post(`/api/v1/admin/clients/${publicId}/credits`, {
      amount: 10,
      note: 'Synthetic note',
      idempotency_key: 'once',
    });
    expect(inBody.status).to.equal(200);
    expect(await balanceOf(publicId)).to.equal(10);
    expect(await auditOf(api.db, publicId)).to.have.length(1);
  });

  it('makes one entry of twenty requests with the same key at once', async () => {
    const { publicId } = await client();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(publicId, 7, 'together')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([...Array(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.entry_id)).size).to.equal(1);
    expect(await balanceOf(publicId)).to.equal(7);
  });

  it('refuses another amount or note under the same key: 422', async () => {
    const { publicId } = await client();
    await move(publicId, 10, 'used');
    for (const answer of [
      await move(publicId, 11, 'used'),
      await move(publicId, 10, 'used', { note: 'Other' }),
    ]) {
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal({ idempotency_key: 'idempotency_key_reused' });
    }
    expect(await balanceOf(publicId)).to.equal(10);
  });

  it('keeps the keys of clients apart', async () => {
    const [one, other] = [await client(), await client()];
    expect((await move(one.publicId, 1, 'shared')).status).to.equal(201);
    expect((await move(other.publicId, 2, 'shared')).status).to.equal(201);
  });

  it('takes ten of twenty parallel adjustments when there is credit for ten', async () => {
    const { publicId } = await client(10);
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(publicId, -1)));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
    expect(answers.filter(({ status }) => status === 402)).to.have.length(10);
    expect(await balanceOf(publicId)).to.equal(0);
  });

  it('never lets a wallet grow beyond what an integer holds: 409', async () => {
    const { publicId } = await client();
    expect((await move(publicId, 1_000_000_000)).status).to.equal(201);
    const answer = await move(publicId, 1);
    expect(answer.status).to.equal(409);
    expect(await balanceOf(publicId)).to.equal(1_000_000_000);
  });

  const faults: [string, object, Record<string, string>][] = [
    ['an empty body', {}, { amount: 'required', note: 'required', idempotency_key: 'required' }],
    ['nothing to move', { amount: 0, note: 'a', idempotency_key: 'k' }, { amount: 'out_of_range' }],
    ['too much', { amount: 1_000_000_001, note: 'a', idempotency_key: 'k' }, { amount: 'out_of_range' }],
    ['too little', { amount: -1_000_000_001, note: 'a', idempotency_key: 'k' }, { amount: 'out_of_range' }],
    ['a fraction', { amount: 1.5, note: 'a', idempotency_key: 'k' }, { amount: 'invalid_type' }],
    ['a number beyond all', { amount: 1e300, note: 'a', idempotency_key: 'k' }, { amount: 'invalid_type' }],
    [
      'a text',
      { amount: '5', note: 'a', idempotency_key: 5 },
      { amount: 'invalid_type', idempotency_key: 'invalid_type' },
    ],
    ['no note', { amount: 1, note: '  ', idempotency_key: 'k' }, { note: 'required' }],
    ['a note too long', { amount: 1, note: 'x'.repeat(501), idempotency_key: 'k' }, { note: 'too_long' }],
    [
      'personal data',
      { amount: 1, note: 'for 000101 0000 071', idempotency_key: '0001010000071' },
      { note: 'personal_data', idempotency_key: 'personal_data' },
    ],
    [
      'fields of ours',
      { amount: 1, note: 'a', idempotency_key: 'k', kind: 'reserve', balance_after: 5 },
      { kind: 'unknown_field', balance_after: 'unknown_field' },
    ],
  ];
  for (const [what, body, expected] of faults) {
    it(`refuses ${what}: 422, and no entry`, async () => {
      const { publicId } = await client();
      const answer = await admin.post(`/api/v1/admin/clients/${publicId}/credits`, body);
      expect(answer.status).to.equal(422);
      expect(faultsOf(answer)).to.deep.equal(expected);
      expect(await balanceOf(publicId)).to.equal(0);
    });
  }

  it('refuses two keys that differ, and a query', async () => {
    const { publicId } = await client();
    const answer = await move(publicId, 5, 'a', { idempotency_key: 'b' });
    expect(faultsOf(answer)).to.deep.equal({ idempotency_key: 'mismatch' });
    const query = await admin.post(`/api/v1/admin/clients/${publicId}/credits?dry_run=1`, {
      amount: 1,
      note: 'a',
      idempotency_key: 'k',
    });
    expect(faultsOf(query)).to.deep.equal({ dry_run: 'unknown_field' });
  });

  it('pays for verifications at once', async () => {
    const user = await api.createClientUser({ credits: 0 });
    const caller = await api.signIn(user);
    const submission = {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Check before a synthetic contract',
      authority_confirmed: true,
      charge_approved: true,
      idempotency_key: 'paid later',
    };
    expect((await caller.post('/api/v1/verifications', submission)).status).to.equal(402);
    await move(toPublicId('client', user.clientId), 5);
    expect((await caller.post('/api/v1/verifications', submission)).status).to.equal(202);
  });
});
