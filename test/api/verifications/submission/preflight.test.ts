import { expect } from 'chai';
import { buildVerification } from '../../../support/database/factories.js';
import type { TestClient } from '../../../support/http/client.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

const ASKED = {
  service_code: 'said_verification',
  subject: '0001010000071',
  purpose: 'Check before a synthetic contract',
  authority_confirmed: true,
  charge_approved: true,
};

describe('POST /api/v1/verifications/preflight', () => {
  let api: TestApi;
  let caller: TestClient;
  let clientId: string;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    const user = await api.createClientUser({ credits: 100 });
    clientId = user.clientId;
    caller = await api.signIn(user);
  });

  const preflight = (more: object = {}) =>
    caller.post('/api/v1/verifications/preflight', { ...ASKED, ...more });
  const submit = (key: string, more: object = {}) =>
    caller.post(
      '/api/v1/verifications',
      { ...ASKED, ...more },
      { headers: { 'Idempotency-Key': key, Prefer: 'respond-async' } },
    );

  it('says what a submission would cost, and changes nothing', async () => {
    const { status, body } = await preflight();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      service_code: 'said_verification',
      credits: 5,
      available_after: 95,
      limit: null,
      route: { health: 'operational', turnaround: null },
      duplicates: [],
    });
    expect((await caller.get('/api/v1/wallet')).body).to.include({ balance: 100, reserved: 0 });
    expect((await caller.get('/api/v1/verifications')).body.data).to.deep.equal([]);
  });

  it('says by how much the credits fall short', async () => {
    const poor = await api.createClientUser({ credits: 12 });
    const bundle = { ...ASKED, service_code: 'employee_bundle' };
    const { body } = await (await api.signIn(poor)).post('/api/v1/verifications/preflight', bundle);
    expect(body.available_after).to.equal(-8);
  });

  it('names what asked the same, newest first', async () => {
    const first = await submit('one');
    const second = await submit('two', { purpose: 'Another purpose altogether' });
    await buildVerification(api.db, { clientId, subject: '0001010001079' });
    const { body } = await preflight();
    expect(body.duplicates).to.deep.equal(
      [second, first].map((answer) => ({
        request_id: answer.body.request_id,
        status: 'pending',
        outcome: null,
        created_at: answer.body.created_at,
        completed_at: null,
      })),
    );
  });

  it('refuses what a submission would refuse, but needs no key', async () => {
    const faulty = { subject: '123', purpose: '', charge_approved: false, surprise: 1 };
    const [judged, submitted] = await Promise.all([preflight(faulty), submit('three', faulty)]);
    expect(judged.status).to.equal(422);
    expect(judged.body.errors).to.deep.equal(submitted.body.errors);
  });

  it('counts for the limit of requests', async () => {
    const { headers } = await preflight();
    expect(headers.get('ratelimit')).to.contain('r=');
  });
});
