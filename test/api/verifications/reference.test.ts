import { expect } from 'chai';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const VALID = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Check before a synthetic contract',
  authority_confirmed: true,
  charge_approved: true,
};

describe('The reference of a request, and who submitted it', () => {
  let api: TestApi;
  let caller: TestClient;
  let email: string;
  let keys = 0;

  before(async () => {
    api = await startApi();
    const user = await api.createClientUser({ credits: 1_000, user: { name: 'Vera Sample' } });
    email = user.email;
    caller = await api.signIn(user);
  });
  after(() => api.close());

  function submit(more: object) {
    keys += 1;
    return caller.post(
      '/api/v1/verifications',
      { ...VALID, ...more },
      { headers: { 'Idempotency-Key': `reference-${keys}`, Prefer: 'respond-async' } },
    );
  }

  it('is in the answer, the report, the history and the file', async () => {
    const { body } = await submit({ reference: '  Lease 17 / applicant 2 ' });
    expect(body.reference).to.equal('Lease 17 / applicant 2');
    const report = await caller.get(`/api/v1/verifications/${body.request_id}`);
    expect(report.body.reference).to.equal('Lease 17 / applicant 2');
    const history = await caller.get('/api/v1/verifications?reference=Lease%2017%20/%20applicant%202');
    expect(history.body.data).to.have.length(1);
    expect(history.body.data[0]).to.include({
      request_id: body.request_id,
      reference: 'Lease 17 / applicant 2',
      purpose: VALID.purpose,
      submitted_by: email,
      submitted_by_name: 'Vera Sample',
    });
    const file = await caller.get('/api/v1/verifications', { headers: { Accept: 'text/csv' } });
    expect(file.body.split('\r\n')[0]).to.contain(',reference,purpose,submitted_by');
    expect(file.body).to.contain(`Lease 17 / applicant 2,${VALID.purpose},${email},Vera Sample`);
  });

  it('is found as it was sent, with white space around it, like a submitter', async () => {
    const reference = '  Lease 17 / applicant 2 ';
    const query = new URLSearchParams({ reference, submitted_by: ` ${email} ` });
    const history = await caller.get(`/api/v1/verifications?${query}`);
    expect(history.body.data).to.have.length(1);
    const search = await caller.post('/api/v1/verifications/search', { reference });
    expect(search.body.data).to.have.length(1);
  });

  it('is absent when none was given', async () => {
    const { body } = await submit({});
    expect(body).to.not.have.property('reference');
  });

  const faults: [string, unknown, string][] = [
    ['an identity number', 'applicant 000101 0000 071', 'personal_data'],
    ['more than 100 characters', 'x'.repeat(101), 'too_long'],
    ['white space alone', '   ', 'required'],
    ['no text', 17, 'invalid_type'],
  ];
  for (const [name, reference, code] of faults) {
    it(`is refused with ${name}`, async () => {
      const { status, body } = await submit({ reference });
      expect(status).to.equal(422);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ field: 'reference', code });
    });
  }

  it('narrows the history to a submitter by address, name or id', async () => {
    const me = await caller.get('/api/v1/me');
    for (const name of [email, email.toUpperCase(), 'vera sample', me.body.user_id]) {
      const { body } = await caller.get(`/api/v1/verifications?submitted_by=${encodeURIComponent(name)}`);
      expect(body.data, name).to.have.length(2);
    }
    const search = await caller.post('/api/v1/verifications/search', { submitted_by: email });
    expect(search.body.data).to.have.length(2);
    const named = await caller.post('/api/v1/verifications/search', { reference: 'Lease 17 / applicant 2' });
    expect(named.body.data).to.have.length(1);
    const nobody = await caller.get('/api/v1/verifications?submitted_by=nobody%40example.test');
    expect(nobody.body.data).to.deep.equal([]);
  });

  it('finds a submitter by a name in any case and form, whatever the locale of the database', async () => {
    await api.db.query('UPDATE users SET name = $2 WHERE email = $1', [email, 'Élodie O’Sample']);
    for (const name of ['élodie o’sample', 'ÉLODIE O’SAMPLE', 'E\u0301lodie O’Sample', "élodie  o'sample"]) {
      const { body } = await caller.get(`/api/v1/verifications?submitted_by=${encodeURIComponent(name)}`);
      expect(body.data, name).to.have.length(2);
    }
    const other = await caller.get('/api/v1/verifications?submitted_by=Elodie%20O%E2%80%99Sample');
    expect(other.body.data, 'another name').to.deep.equal([]);
  });

  it('answers 409 with the request that stands when no duplicate is wanted', async () => {
    const { body: first } = await submit({ subject: '0001010001079' });
    const { status, body } = await submit({ subject: '0001010001079', if_duplicate: 'refuse' });
    expect(status).to.equal(409);
    expect(body).to.include({ status: 'conflict', request_id: first.request_id });
    const faulty = await submit({ if_duplicate: 'maybe', duplicate_days: 366 });
    expect(faulty.body.errors.map(({ field }: { field: string }) => field)).to.have.members([
      'if_duplicate',
      'duplicate_days',
    ]);
  });
});
