import { expect } from 'chai';
import { syntheticIdentity } from '../../../harness/synthetic-identity.js';
import { feedBatch } from '../../../shared/batches/feed-batch.js';
import type { FedBatch } from '../../../shared/batches/submit-rows.js';
import { ofClient } from '../../../shared/db/scope.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { upload } from '../../support/uploads/batch-files.js';
import { readFedBatch, startBatch } from '../../support/uploads/started-batch.js';

describe('feedBatch', function () {
  // Every upload starts a process, which compiles what it runs.
  this.timeout(60_000);

  let api: TestApi;
  let owner: TestClient;
  let clientId: string;
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    const user = await api.createClientUser();
    clientId = user.clientId;
    owner = await api.signIn(user);
  });
  after(() => api.close());

  /** Starts a batch with a row for each of these services. */
  async function start(...services: ServiceCode[]): Promise<FedBatch> {
    const rows = services.map((service, index) => `\r\n${service},${syntheticIdentity(80 + index)}`);
    const { batch_id } = await startBatch(owner, `service_code,subject${rows.join('')}`);
    return readFedBatch(api.db, batch_id);
  }

  /** One step of the worker that feeds the batch: whether it did anything, and how many rows are submitted then. */
  async function feed(batch: FedBatch, most: number): Promise<{ fed: boolean; submitted: number }> {
    const deps = { ...api.deps, keys: api.deps.config, durable: 'true' };
    const fed = await feedBatch(api.deps.db.scoped(ofClient(clientId)), batch, most, deps);
    const rows = await api.db.query(
      `SELECT FROM batch_rows WHERE batch_id = $1 AND state IN ('submitted', 'settled')`,
      [batch.id],
    );
    return { fed, submitted: rows.length };
  }

  it('has exactly as many checks pending as there is room for, and waits', async () => {
    const batch = await start('said_verification', 'address_lookup', 'said_verification');
    expect(await feed(batch, 2)).to.deep.equal({ fed: true, submitted: 2 });
    expect(await feed(batch, 2)).to.deep.equal({ fed: false, submitted: 2 });
    expect(await feed(batch, 3)).to.deep.equal({ fed: true, submitted: 3 });
  });

  it('submits a row of more checks than there is ever room for alone, once nothing else is pending', async () => {
    const batch = await start('said_verification', 'kyc_bundle');
    expect(await feed(batch, 2)).to.deep.equal({ fed: true, submitted: 1 });
    expect(await feed(batch, 2)).to.deep.equal({ fed: false, submitted: 1 });
    await api.db.query(
      `UPDATE checks SET status = 'manual_review', review_reason = 'not_reached', settled_at = now() WHERE client_id = $1`,
      [clientId],
    );
    expect(await feed(batch, 2)).to.deep.equal({ fed: true, submitted: 2 });
  });

  it('completes no batch that was cancelled since the worker read it', async () => {
    const batch = await start('said_verification');
    const path = `/api/v1/batches/${toPublicId('batch', batch.id)}`;
    expect((await owner.post(`${path}/cancel`)).status).to.equal(200);
    expect(await feed(batch, 2)).to.deep.equal({ fed: false, submitted: 0 });
    expect((await owner.get(path)).body.status).to.equal('cancelled');
  });

  it('leaves what it submitted to a cancelled batch, which still stands for its file', async () => {
    const subjects = [syntheticIdentity(91), 'x', syntheticIdentity(92)];
    const file = ['service_code,subject', ...subjects.map((of) => `said_verification,${of}`)].join('\r\n');
    const { batch_id } = await startBatch(owner, file);
    const batch = await readFedBatch(api.db, batch_id);
    expect(await feed(batch, 1)).to.deep.equal({ fed: true, submitted: 1 });
    const { body } = await owner.post(`/api/v1/batches/${batch_id}/cancel`);
    expect(body.counts).to.include({ pending: 1, faulty: 1, cancelled: 1 });
    const again = await upload(owner, file);
    expect([again.status, again.body.batch_id], 'paid for in part').to.deep.equal([409, batch_id]);
  });
});
