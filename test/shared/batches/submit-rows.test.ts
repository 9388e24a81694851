import { expect } from 'chai';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { type FedBatch, submitRows, type WaitingRow } from '../../../shared/batches/submit-rows.js';
import { ofClient } from '../../../shared/db/scope.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { startApi, type TestApi } from '../../support/app.js';
import { csvOf, upload } from '../../support/batch-files.js';

const ERASED = syntheticIdentity(61);

describe('submitRows', function () {
  // The upload starts a thread, which compiles what it runs.
  this.timeout(60_000);

  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('submits nobody who was erased after the rows were read, and the others when they are read again', async () => {
    const user = await api.createClientUser();
    const owner = await api.signIn(user);
    const { body } = await upload(owner, csvOf(2, { from: 61 }));
    const consents = { charge_approved: true, authority_confirmed: true, credits_approved: body.credits };
    expect((await owner.post(`/api/v1/batches/${body.batch_id}/start`, consents)).status).to.equal(200);
    const batchId = fromPublicId('batch', body.batch_id) ?? '';
    const submitWaiting = (rows: readonly WaitingRow[], batch: FedBatch) =>
      submitRows(api.deps.db.scoped(ofClient(user.clientId)), batch, rows, {
        ...api.deps,
        keys: api.deps.config,
        durable: 'true',
      });
    const readWaiting = () =>
      api.db.query<WaitingRow>(
        `SELECT row_no, input_sealed FROM batch_rows WHERE batch_id = $1 AND state = 'ready' ORDER BY row_no`,
        [batchId],
      );
    const [batch] = await api.db.query<FedBatch>(
      `SELECT id, client_id, data_key, charges, biometric_consent, skip_duplicates, submitted_by, channel, correlation_id
       FROM batches WHERE id = $1`,
      [batchId],
    );
    if (batch === undefined) throw new Error('The batch is not there');
    const states = async () => (await owner.get(`/api/v1/batches/${body.batch_id}`)).body.counts;
    const read = await readWaiting();
    expect(read).to.have.length(2);

    const admin = await api.signIn(await api.createStaff('admin'));
    const { client_id } = (await owner.get('/api/v1/me')).body.client;
    const erasure = { subject: ERASED, reason: 'Asked for by letter' };
    await admin.post(`/api/v1/admin/clients/${client_id}/personal-data/erasures`, erasure);
    await submitWaiting(read, batch);
    expect((await owner.get('/api/v1/verifications')).body.data).to.deep.equal([]);

    await submitWaiting(await readWaiting(), batch);
    expect(await states()).to.include({ erased: 1, pending: 1 });
    const { data } = (await owner.get('/api/v1/verifications')).body;
    expect(data.map(({ subject }: { subject: string }) => subject)).to.deep.equal([
      `*********${syntheticIdentity(62).slice(-4)}`,
    ]);
  });
});
