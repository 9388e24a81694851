import { expect } from 'chai';
import { exampleOf } from '../../../../shared/facts/example-of.js';
import { addressLookup } from '../../../../shared/services/address-lookup.js';
import { submit } from '../../../support/checks/submit.js';
import { buildVerification, type VerificationOverrides } from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

describe('GET /api/v1/verifications/:id', () => {
  let api: TestApi;
  let caller: Caller;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
  });
  after(() => api.close());

  const build = (overrides: Omit<VerificationOverrides, 'clientId'> = {}) =>
    buildVerification(api.db, { clientId: caller.clientId, ...overrides });
  const read = (requestId: string, headers?: Record<string, string>) =>
    caller.get(`/api/v1/verifications/${requestId}`, headers);

  it('tells everything of a completed single check', async () => {
    const built = await build({
      serviceCode: 'said_verification',
      subject: '0001010001079',
      status: 'completed',
      label: 'Identity confirmed',
      idempotencyKey: 'report-1',
      purpose: 'Opening an account',
      creditsApproved: 5,
      createdAt: new Date('2026-09-01T08:00:00.123Z'),
      checks: [{ label: 'Identity confirmed', details: { surname: 'ONE' }, reference: 'PRV-77' }],
    });
    const answer = await read(built.requestId);
    expect(answer.status).to.equal(200);
    const { billing, consent, provider_source, confidentiality_notice, ...report } = answer.body;
    expect(report).to.deep.equal({
      request_id: built.requestId,
      status: 'completed',
      service_code: 'said_verification',
      subject: '*********1079',
      credits_reserved: 0,
      credits_charged: 5,
      created_at: '2026-09-01T08:00:00.123Z',
      completed_at: '2026-09-01T08:00:01.123Z',
      service_label: 'SA ID (Basic)',
      category: 'Identity',
      idempotency_key: 'report-1',
      purpose: 'Opening an account',
      submitted_by: null,
      submitted_by_name: null,
      result: {
        label: 'Identity confirmed',
        outcome: 'positive',
        provider_reference: 'PRV-77',
        details: { surname: 'ONE' },
      },
      checks: [
        {
          service_code: 'said_verification',
          label: 'Identity confirmed',
          status: 'completed',
          outcome: 'positive',
          details: { surname: 'ONE' },
        },
      ],
    });
    expect(provider_source).to.equal('Upstream data provider: national population register');
    expect(confidentiality_notice).to.match(/^Confidential/);
    const { evidence_hash, ...confirmed } = consent;
    expect(evidence_hash).to.match(/^[0-9a-f]{64}$/);
    expect(confirmed).to.deep.equal({
      authority_confirmed: true,
      charge_approved: true,
      biometric_consent: false,
      credits_approved: 5,
      recorded_at: '2026-09-01T08:00:00.123Z',
      recorded_by: built.recordedBy,
      channel: 'api',
    });
    expect(billing).to.include({ reason: 'result', release: '2026-09' });
    const entries = await caller.get(`/api/v1/wallet/entries?request_id=${built.requestId}`);
    const ids = entries.body.data.map(({ entry_id }: { entry_id: string }) => entry_id);
    expect(billing.entry_ids).to.have.length(2).and.deep.equal(ids.reverse());
  });

  it('keeps the facts of a bundle with its parts, in their order', async () => {
    const { requestId } = await build({ serviceCode: 'kyc_bundle', status: 'completed', outcome: 'mixed' });
    const { result, checks, billing } = (await read(requestId)).body;
    expect(result).to.have.all.keys('label', 'outcome', 'provider_reference');
    expect(result.provider_reference).to.equal('REF-1, REF-2, REF-3');
    expect(checks.map(({ service_code }: { service_code: string }) => service_code)).to.deep.equal([
      'said_verification',
      'address_lookup',
      'consumer_trace',
    ]);
    expect(checks[1].details).to.deep.equal(exampleOf(addressLookup.facts));
    expect(billing.reason).to.equal('result');
  });

  it('shows under review which parts are done, holds the credits and says what to do', async () => {
    const { requestId } = await build({ serviceCode: 'kyc_bundle', status: 'manual_review' });
    const report = (await read(requestId)).body;
    expect(report).to.not.have.any.keys('result', 'completed_at');
    expect(report).to.include({ status: 'manual_review', credits_reserved: 15, credits_charged: 0 });
    expect(report.next_action).to.match(/Do not submit this check again.*contact support/);
    expect(report.checks[0]).to.deep.equal({
      service_code: 'said_verification',
      label: null,
      status: 'manual_review',
      outcome: null,
      details: null,
    });
    expect(report.checks[1].details).to.deep.equal(exampleOf(addressLookup.facts));
    expect(report.billing.reason).to.equal('held');
    expect(report.billing.entry_ids).to.have.length(1);
  });

  it('shows a pending one without any result and says when to come back', async () => {
    const { requestId } = await build();
    const answer = await read(requestId);
    const report = answer.body;
    expect(report.status).to.equal('pending');
    expect(report).to.not.have.any.keys('result', 'completed_at', 'message', 'next_action');
    expect(report.checks[0]).to.include({ status: 'pending', outcome: null, label: null, details: null });
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
  });

  const endings: [string, Omit<VerificationOverrides, 'clientId'>, string, number][] = [
    ['a charged no-record result', { outcome: 'no_record' }, 'no_record', 2],
    ['a refused input', { outcome: 'rejected' }, 'rejected', 2],
    ['a review that support released', { outcome: 'closed' }, 'closed', 2],
    [
      'a review that support completed',
      { outcome: 'negative', reviewReason: 'no_answer' },
      'review_completed',
      2,
    ],
  ];
  for (const [name, overrides, reason, entries] of endings) {
    it(`gives the billing reason of ${name}`, async () => {
      const { requestId } = await build({ status: 'completed', ...overrides });
      const { billing, result } = (await read(requestId)).body;
      expect(billing.reason).to.equal(reason);
      expect(billing.entry_ids).to.have.length(entries);
      if (reason === 'rejected' || reason === 'closed') {
        expect(result).to.include({ provider_reference: null, details: null });
      }
    });
  }

  it('never shows the whole subject', async () => {
    const { requestId } = await build({ subject: '0001010002077', status: 'completed' });
    const report = JSON.stringify((await read(requestId)).body);
    expect(report).to.contain('*********2077').and.not.contain('0001010002077');
  });

  describe('as a conditional request', () => {
    it('is 304 without a body while nothing changed, and only then', async () => {
      const { id, requestId } = await build({ status: 'completed' });
      const first = await read(requestId);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).to.match(/^"[^"]+"$/);
      expect(first.headers.get('cache-control')).to.equal('private, no-cache');

      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await read(requestId, { 'If-None-Match': tag });
        expect(again.status, tag).to.equal(304);
        expect(again.headers.get('etag')).to.equal(etag);
        expect(again.headers.get('cache-control')).to.equal('private, no-cache');
        expect(again.body).to.equal('');
      }
      await api.db.query('UPDATE verifications SET version = version + 1 WHERE id = $1', [id]);
      const changed = await read(requestId, { 'If-None-Match': etag });
      expect(changed.status).to.equal(200);
      expect(changed.headers.get('etag')).to.not.equal(etag);
    });

    it('is the report again once somebody on it goes by another name', async () => {
      const owner = api.client.withToken(caller.token);
      const key = (await owner.post('/api/v1/api-keys', { name: 'Leases' })).body;
      const { request_id: requestId } = (await submit(api.client, key.api_key)).body;
      const first = await read(requestId);
      expect(first.body.submitted_by).to.equal('Leases');
      const etag = first.headers.get('etag') ?? '';
      expect((await read(requestId, { 'If-None-Match': etag })).status).to.equal(304);
      await owner.send('PATCH', `/api/v1/api-keys/${key.api_key_id}`, { json: { name: 'Lettings' } });
      const changed = await read(requestId, { 'If-None-Match': etag });
      expect(changed.status).to.equal(200);
      expect(changed.body.submitted_by).to.equal('Lettings');
    });

    it('is the report again once the person who submitted it has a name', async () => {
      const { body } = await submit(api.client, caller.token);
      const first = await read(body.request_id);
      expect(first.body.submitted_by_name).to.equal(null);
      const etag = first.headers.get('etag') ?? '';
      expect((await read(body.request_id, { 'If-None-Match': etag })).status).to.equal(304);
      await api.db.query(`UPDATE users SET name = 'Vera Sample' WHERE email = $1`, [first.body.submitted_by]);
      const changed = await read(body.request_id, { 'If-None-Match': etag });
      expect(changed.body.submitted_by_name).to.equal('Vera Sample');
    });

    it('opens nothing to answer 304', async () => {
      const { id, requestId } = await build({ status: 'completed' });
      const etag = (await read(requestId)).headers.get('etag') ?? '';
      await api.db.query(`UPDATE verifications SET data_key = '\\x00' WHERE id = $1`, [id]);
      expect((await read(requestId, { 'If-None-Match': etag })).status).to.equal(304);
      expect((await read(requestId)).status, 'the key is broken indeed').to.equal(500);
    });
  });

  it('refuses query parameters', async () => {
    const { requestId } = await build();
    const answer = await caller.get(`/api/v1/verifications/${requestId}?expand=all`);
    expect(answer.status).to.equal(422);
    expect(answer.body.errors[0]).to.include({ field: 'expand', code: 'unknown_field' });
  });
});
