import { expect } from 'chai';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import type { Database } from '../../../shared/db/database.js';
import { searchSubject } from '../../../shared/db/search-subject.js';
import { newId } from '../../../shared/domain/ids.js';
import { eraseSubject } from '../../../shared/erasure/erase-subject.js';
import { buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { upload } from '../../support/uploads/batch-files.js';

const SUBJECT = syntheticIdentity(41);
const OTHER = syntheticIdentity(42);
const NOBODY = syntheticIdentity(43);
const REASON = 'Asked for by letter';
const FILE = [
  'service_code,subject,purpose,reference,country',
  `said_verification,${OTHER},Purpose of the other,Lease 1,`,
  `said_verification,${SUBJECT},Purpose of the subject,Lease 2,`,
  'aml_screening,Test Subject One,Screening,,NA',
  `said_verification,${SUBJECT},Purpose of the subject,Lease 2,`,
].join('\r\n');

describe('batch rows that wait to be submitted, in erasures and exports of their subject', function () {
  // Every upload starts a process, which compiles what it runs.
  this.timeout(120_000);

  let api: TestApi;
  let admin: TestClient;
  let owner: TestClient;
  let user: Awaited<ReturnType<TestApi['createClientUser']>>;
  let clientId: string;
  let batchId: string;
  before(async () => {
    api = await startApi();
    admin = await api.signIn(await api.createStaff('admin'));
  });
  beforeEach(async () => {
    user = await api.createClientUser();
    owner = await api.signIn(user);
    clientId = (await owner.get('/api/v1/me')).body.client.client_id;
    const batch = await upload(owner, FILE);
    expect(batch.body).to.include({ valid_rows: 4 });
    batchId = batch.body.batch_id;
  });
  after(() => api.close());

  const ask = (what: 'counts' | 'erasures' | 'exports', subject: string): Promise<Answer> =>
    admin.post(`/api/v1/admin/clients/${clientId}/personal-data/${what}`, { subject, reason: REASON });
  const exportLooks = async (): Promise<(string | null)[]> =>
    (await owner.get('/api/v1/access-log')).body.data.flatMap(
      ({ act, request_id }: { act: string; request_id: string | null }) =>
        act === 'export' ? [request_id] : [],
    );

  it('are counted by an erasure, which says that nothing was found only where that is true', async () => {
    expect((await ask('counts', SUBJECT)).body).to.include({ batch_rows: 2 });
    const { body } = await ask('erasures', SUBJECT);
    expect(body).to.deep.include({ erased: [], waiting: [], batch_rows: 2 }).and.not.have.property('message');
    const { counts } = (await owner.get(`/api/v1/batches/${batchId}`)).body;
    expect(counts).to.include({ valid: 2, erased: 2 });
    const again = await ask('erasures', SUBJECT);
    expect(again.body).to.include({ batch_rows: 0 });
    expect(again.body.message).to.include('Nothing was found').and.to.include('the audit log names it');
  });

  it('are counted once by an erasure whose first commit lost its answer', async () => {
    const committedTwice: Database = {
      ...api.db,
      transaction: async (work) => {
        await api.db.transaction(work);
        return api.db.transaction(work);
      },
    };
    const search = searchSubject(api.deps.config.indexKey, user.clientId, SUBJECT, new Date());
    const erasure = {
      id: newId(),
      clientId: user.clientId,
      subjectHashes: search?.hashes ?? [],
      reason: REASON,
    };
    expect(await eraseSubject(committedTwice, erasure, { actor: 'system' })).to.include({ batchRows: 2 });
  });

  it('are in an export, opened, and nothing of anybody else is', async () => {
    const { status, body } = await ask('exports', SUBJECT);
    expect(status).to.equal(200);
    expect(body).to.include({ found: 2 }).and.not.have.property('message');
    const row = {
      batch_id: batchId,
      service_code: 'said_verification',
      subject: SUBJECT,
      parameters: {},
      purpose: 'Purpose of the subject',
      reference: 'Lease 2',
    };
    expect(body.batch_rows).to.deep.equal([
      { ...row, row: 2, state: 'valid' },
      { ...row, row: 4, state: 'duplicate' },
    ]);
    expect(body.verifications).to.deep.equal([]);
    expect(JSON.stringify(body))
      .to.not.include(OTHER)
      .and.not.include('Lease 1')
      .and.not.include('Test Subject');
    expect(await exportLooks(), 'one look, at more than one').to.deep.equal([null]);
    const [act] = await auditOf(api.db, clientId);
    expect(act?.details).to.deep.equal({
      reason: REASON,
      answers_included: false,
      request_ids: [],
      batch_rows: 2,
    });
  });

  it('are found by any spelling of a name, and stand beside its verifications', async () => {
    expect((await ask('counts', ' TEST  subject ONE')).body, 'alone').to.include({ batch_rows: 1 });
    const built = await buildVerification(api.db, {
      clientId: user.clientId,
      subject: 'Test Subject One',
      serviceCode: 'aml_screening',
      status: 'completed',
    });
    const { body } = await ask('exports', ' TEST  subject ONE');
    expect(body.found).to.equal(2);
    expect(body.batch_rows).to.have.length(1);
    expect(body.batch_rows[0]).to.deep.include({ row: 3, subject: 'Test Subject One', reference: null });
    expect(body.batch_rows[0].parameters).to.include({ country: 'NA' });
    const ids = body.verifications.map(({ request_id }: { request_id: string }) => request_id);
    expect(ids).to.deep.equal([built.requestId]);
    expect(await exportLooks()).to.have.members([null, built.requestId]);
  });

  it('are in no export once they are erased, nor in that of somebody whom no row names', async () => {
    await ask('erasures', SUBJECT);
    for (const subject of [SUBJECT, NOBODY]) {
      const { body } = await ask('exports', subject);
      expect(body).to.deep.include({ found: 0, batch_rows: [], verifications: [] });
      expect(body.message).to.include('Nothing was found');
    }
    expect(await exportLooks()).to.deep.equal([]);
  });
});
