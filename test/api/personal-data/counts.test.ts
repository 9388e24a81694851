import { expect } from 'chai';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const SUBJECT = '0001010000071';
const REASON = 'Request of the person, ticket 4711';

describe('POST /api/v1/admin/clients/{id}/personal-data/counts', () => {
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

  const pathOf = (client: string, what = 'counts') => `/api/v1/admin/clients/${client}/personal-data/${what}`;

  it('counts what an erasure then finds, of this client only, and changes nothing', async () => {
    const [client, foreign] = [await buildClient(api.db), await buildClient(api.db)];
    const of = { clientId: client.id, subject: SUBJECT };
    for (const status of ['completed', 'completed', 'manual_review'] as const) {
      await buildVerification(api.db, { ...of, status });
    }
    await buildVerification(api.db, { ...of, subject: '0001010001079', status: 'completed' });
    await buildVerification(api.db, { ...of, clientId: foreign.id, status: 'completed' });
    const body = { subject: ' 000101 0000 07-1 ', reason: REASON };
    const counted = { settled: 2, open: 1, batch_rows: 0, approval_required: false };
    for (const _time of ['first', 'second']) {
      const answer = await admin.post(pathOf(client.publicId), body);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.deep.include(counted);
    }
    const { body: erasure } = await admin.post(pathOf(client.publicId, 'erasures'), body);
    expect([erasure.erased.length, erasure.waiting.length]).to.deep.equal([2, 1]);
  });

  it('says when there is nothing, and keeps every look with its reason in the audit log', async () => {
    const client = await buildClient(api.db);
    const { body } = await admin.post(pathOf(client.publicId), { subject: SUBJECT, reason: REASON });
    expect(body).to.include({ settled: 0, open: 0, batch_rows: 0 });
    expect(body.message).to.include('Nothing was found');
    const acts = await auditOf(api.db, client.publicId);
    expect(acts.map(({ actor, action, details }) => ({ actor, action, details }))).to.deep.equal([
      { actor: adminId, action: 'personal_data.counted', details: { reason: REASON, verifications: 0 } },
    ]);
  });

  it('judges its body as an erasure does', async () => {
    const client = await buildClient(api.db);
    const answer = await admin.post(pathOf(client.publicId), {
      subject: SUBJECT,
      reason: `About ${SUBJECT}`,
    });
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({ reason: 'personal_data' });
  });
});
