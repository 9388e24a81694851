import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requestBody } from '../../support/checks/submit.js';
import type { BuiltVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import {
  buildFullVerification,
  FACT,
  LONG_AGO,
  runEraser,
} from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { bodyText, readPdf } from '../verifications/pdf/read-pdf.js';

const SUBJECT = '0001010000071';
const PURPOSE = 'Check before a synthetic contract';
const VERIFICATIONS = '/api/v1/verifications';

describe('an erased verification', () => {
  let api: TestApi;
  let client: TestClient;
  let built: BuiltVerification;
  let etag: string;
  let key: string;

  before(async () => {
    api = await startApi();
    const user = await api.createClientUser({ client: { retentionDays: 1 } });
    client = await api.signIn(user);
    key = randomUUID();
    built = await buildFullVerification(api.db, {
      clientId: user.clientId,
      subject: SUBJECT,
      purpose: PURPOSE,
      idempotencyKey: key,
      createdAt: LONG_AGO,
    });
    etag = (await client.get(`${VERIFICATIONS}/${built.requestId}`)).headers.get('etag') ?? '';
    expect((await runEraser(api.db)).expired).to.equal(1);
  });
  after(() => api.close());
  afterEach(() => expectInvariants(api.db));

  const submitAgain = (body: object) =>
    client.post(
      VERIFICATIONS,
      requestBody({ service_code: 'identity_check', biometric_consent: true, ...body }),
      {
        headers: { 'idempotency-key': key },
      },
    );

  it('stays as a stub for its client: ids, status, outcome, credits, consent and billing', async () => {
    const { status, body, headers } = await client.get(`${VERIFICATIONS}/${built.requestId}`, {
      headers: { 'if-none-match': etag },
    });
    expect(status, 'it has changed').to.equal(200);
    expect(headers.get('etag')).to.not.equal(etag);
    expect(body).to.deep.include({
      request_id: built.requestId,
      status: 'completed',
      subject: '********',
      credits_reserved: 0,
      credits_charged: 12,
      purpose: PURPOSE,
      idempotency_key: key,
      result: { label: 'Personal data erased', outcome: 'positive', provider_reference: null, details: null },
    });
    expect(body.erased_at).to.match(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(body.checks).to.deep.equal([
      {
        service_code: 'identity_check',
        label: 'Personal data erased',
        status: 'completed',
        outcome: 'positive',
        details: null,
      },
    ]);
    expect(body.consent.evidence_hash).to.match(/^[0-9a-f]{64}$/);
    expect(body.billing).to.include({ reason: 'result' }).and.to.have.property('entry_ids').of.length(2);
    expect(JSON.stringify(body)).to.not.include(FACT);
  });

  it('is a document that says so', async () => {
    const { status, body } = await fetchPdf();
    expect(status).to.equal(200);
    const text = bodyText(readPdf(body));
    expect(text).to.include('Personaldataerased');
    expect(text).to.not.include(FACT);
  });

  async function fetchPdf(): Promise<{ status: number; body: Buffer }> {
    const token = await api.login(await api.createClientUser({ clientId: built.clientId }));
    const response = await fetch(`${api.url}${VERIFICATIONS}/${built.requestId}/report.pdf`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  }

  it('has no photograph', async () => {
    expect((await client.get(`${VERIFICATIONS}/${built.requestId}/photo`)).status).to.equal(404);
  });

  it('is in the history and its CSV file, and not found by its subject', async () => {
    const history = await client.get(VERIFICATIONS);
    expect(history.body.data).to.have.length(1);
    expect(history.body.data[0]).to.deep.include({
      request_id: built.requestId,
      subject: '********',
      result: { label: 'Personal data erased', outcome: 'positive' },
    });
    const csv = await client.get(VERIFICATIONS, { headers: { accept: 'text/csv' } });
    expect(csv.body).to.include(built.requestId).and.to.not.include(FACT);
    const { body } = await client.get(`${VERIFICATIONS}?subject=${SUBJECT}`);
    expect(body.data).to.deep.equal([]);
    const byKey = await client.get(`${VERIFICATIONS}?idempotency_key=${key}`);
    expect(byKey.body.data).to.have.length(1);
  });

  it('answers its key with itself, and nothing is reserved or called again', async () => {
    const { status, body } = await submitAgain({});
    expect(status).to.equal(200);
    expect(body).to.include({ request_id: built.requestId, idempotent_replay: true, credits_charged: 12 });
    expect(body).to.have.property('erased_at');
    const [count] = await api.db.query<{ count: number }>('SELECT count(*)::int FROM verifications');
    expect(count?.count).to.equal(1);
  });

  it('still tells another request by what it is not about a person', async () => {
    for (const body of [
      { purpose: 'Another purpose' },
      { service_code: 'said_verification', biometric_consent: false },
    ]) {
      const answer = await submitAgain(body);
      expect(faultsOf(answer)).to.deep.equal({ idempotency_key: 'idempotency_key_reused' });
    }
    // The only thing that can no longer be detected: the same key, service and purpose for another subject.
    expect((await submitAgain({ subject: '0001010001079' })).status).to.equal(200);
  });

  it('is told from others by its consent, which still verifies', async () => {
    const [row] = await api.db.query<{ hash: Buffer }>(
      'SELECT hash FROM consent_evidence WHERE verification_id = $1',
      [built.id],
    );
    const { body } = await client.get(`${VERIFICATIONS}/${built.requestId}`);
    expect(body.consent.evidence_hash).to.equal(row?.hash.toString('hex'));
  });
});
