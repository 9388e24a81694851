import { expect } from 'chai';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { type FedBatch, submitRows, type WaitingRow } from '../../../shared/batches/submit-rows.js';
import { ofClient } from '../../../shared/db/scope.js';
import { fromPublicId, toPublicId } from '../../../shared/domain/ids.js';
import { requestBody } from '../../support/checks/submit.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { readFedBatch, startBatch } from '../../support/uploads/started-batch.js';

const [FIRST, SECOND] = [syntheticIdentity(61), syntheticIdentity(62)];

describe('submitRows', function () {
  // Every upload starts a process, which compiles what it runs.
  this.timeout(60_000);

  let api: TestApi;
  let owner: TestClient;
  let clientId: string;
  let batchId: string;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    const user = await api.createClientUser();
    clientId = user.clientId;
    owner = await api.signIn(user);
    const file = `service_code,subject\r\nsaid_verification,${FIRST}\r\naddress_lookup,${SECOND}`;
    batchId = fromPublicId('batch', (await startBatch(owner, file)).batch_id) ?? '';
  });
  after(() => api.close());

  function readWaiting(): Promise<WaitingRow[]> {
    return api.db.query<WaitingRow>(
      `SELECT row_no, input_sealed FROM batch_rows WHERE batch_id = $1 AND state = 'ready' ORDER BY row_no`,
      [batchId],
    );
  }

  /** Submits rows like the worker that feeds the batch, as it read it. */
  async function submit(rows: readonly WaitingRow[], read?: FedBatch): Promise<void> {
    const batch = read ?? (await readFedBatch(api.db, toPublicId('batch', batchId)));
    const deps = { ...api.deps, keys: api.deps.config, durable: 'true' };
    await submitRows(api.deps.db.scoped(ofClient(clientId)), batch, rows, deps);
  }

  const readBatch = async () => (await owner.get(`/api/v1/batches/${toPublicId('batch', batchId)}`)).body;
  const submitted = async (): Promise<string[]> => {
    const { data } = (await owner.get('/api/v1/verifications')).body;
    return data.map(({ service_code }: { service_code: string }) => service_code);
  };

  it('submits nobody who was erased after the rows were read, and the others when they are read again', async () => {
    const rows = await readWaiting();
    expect(rows).to.have.length(2);
    const admin = await api.signIn(await api.createStaff('admin'));
    const client = toPublicId('client', clientId);
    const erasure = { subject: FIRST, reason: 'Asked for by letter' };
    await admin.post(`/api/v1/admin/clients/${client}/personal-data/erasures`, erasure);
    await submit(rows);
    expect(await submitted()).to.deep.equal([]);

    await submit(await readWaiting());
    expect((await readBatch()).counts).to.include({ erased: 1, pending: 1 });
    expect(await submitted()).to.deep.equal(['address_lookup']);
  });

  it('records the consents that were given for the batch, and what they came through, for each row', async () => {
    await api.db.query(`UPDATE batches SET channel = 'portal' WHERE id = $1`, [batchId]);
    await submit(await readWaiting());
    const records = await api.db.query(
      'SELECT biometric_consent, channel FROM consent_evidence WHERE client_id = $1',
      [clientId],
    );
    const given = { biometric_consent: false, channel: 'portal' };
    expect(records).to.deep.equal([given, given]);
  });

  it('skips who has been checked since the upload, if the batch was started so', async () => {
    const headers = { 'idempotency-key': 'meanwhile', prefer: 'respond-async' };
    const { status } = await owner.post('/api/v1/verifications', requestBody({ subject: FIRST }), {
      headers,
    });
    expect(status).to.equal(202);
    await api.db.query('UPDATE batches SET skip_duplicates = true WHERE id = $1', [batchId]);
    await submit(await readWaiting());
    expect((await readBatch()).counts).to.include({ skipped: 1, pending: 1 });
    expect(await submitted()).to.have.members(['said_verification', 'address_lookup']);
  });

  it('submits nothing at another charge than the approved one, and pauses the batch for it', async () => {
    // As after a release with other prices, or by the worker of one.
    await api.db.query(
      `UPDATE batches SET charges = charges || jsonb_build_object('address_lookup', 1) WHERE id = $1`,
      [batchId],
    );
    await submit(await readWaiting());
    expect(await submitted()).to.deep.equal(['said_verification']);
    expect(await readBatch()).to.include({ status: 'running' });

    await submit(await readWaiting());
    expect(await submitted()).to.deep.equal(['said_verification']);
    expect(await readBatch()).to.include({ status: 'paused', reason: 'charge_changed' });
  });

  it('leaves a batch cancelled that was cancelled before its charge was seen to have changed', async () => {
    await api.db.query(`UPDATE batches SET charges = '{"said_verification": 1}' WHERE id = $1`, [batchId]);
    const read = await readFedBatch(api.db, toPublicId('batch', batchId));
    const rows = await readWaiting();
    const cancelled = await owner.post(`/api/v1/batches/${toPublicId('batch', batchId)}/cancel`);
    expect(cancelled.status).to.equal(200);
    await submit(rows, read);
    expect(await readBatch()).to.include({ status: 'cancelled', reason: 'requested' });
  });
});
