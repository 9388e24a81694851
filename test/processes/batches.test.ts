import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { browserOf } from '../support/accounts/second-factor.js';
import { submitAsync } from '../support/checks/submit.js';
import type { TestClient } from '../support/http/client.js';
import { type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';
import { csvOf, hugeGrid, manyComments, upload } from '../support/uploads/batch-files.js';
import { startBatch } from '../support/uploads/started-batch.js';

const ROWS = 300;

describe('a batch', function () {
  this.timeout(180_000);

  let service: Service;
  beforeEach(async () => {
    service = await startService({ env: { WORKER_CONCURRENCY: '10' } });
  });
  afterEach(() => service.stop());

  const started = (client: TestClient, rows: number) => startBatch(client, csvOf(rows));
  const countsOf = async (client: TestClient, batchId: string) =>
    (await client.get(`/api/v1/batches/${batchId}`)).body;
  const completed = (client: TestClient, batchId: string) =>
    waitFor(async () => (await countsOf(client, batchId)).status === 'completed', {
      timeoutMs: 120_000,
      describe: 'the batch is completed',
    });

  it('loses no row and submits none twice when worker and API are killed in its middle', async () => {
    const { token } = await service.seedClient();
    const batch = await started(service.api.client.withToken(token), ROWS);
    await waitFor(() => service.sandbox.calls().length >= 40, {
      timeoutMs: 60_000,
      describe: 'the batch is under way',
    });
    await Promise.all([service.workers[0]?.kill(), service.api.kill()]);
    await service.startWorker({ WORKER_CONCURRENCY: '10' });
    const client = (await service.startApi()).client.withToken(token);

    await completed(client, batch.batch_id);
    const { counts } = await countsOf(client, batch.batch_id);
    // A call in flight when its worker died goes into review, and is not repeated.
    expect(counts.completed + counts.manual_review).to.equal(ROWS);
    const [found] = await service.db.query<{ verifications: number; keys: number }>(
      'SELECT count(*)::int AS verifications, count(DISTINCT idempotency_key)::int AS keys FROM verifications',
    );
    expect(found).to.deep.equal({ verifications: ROWS, keys: ROWS });
    expect(paidCalls(service.sandbox.calls()).length).to.be.at.most(ROWS);
    await service.expectSound();
  });

  for (const [file, make] of [
    ['a huge grid', hugeGrid],
    ['millions of comments', manyComments],
  ] as const)
    it(`is refused if its file needs more memory than any batch (${file}), while others are served`, async () => {
      const { token } = await service.seedClient();
      const { api } = service;
      const client = api.client.withToken(token);
      const refused = upload(client, make());
      let reading = true;
      void refused.finally(() => (reading = false));
      let served = 0;
      while (reading) {
        expect((await client.get('/api/v1/wallet')).status).to.equal(200);
        served += 1;
        // The rate limit allows 50 a second.
        await sleep(40);
      }

      const { status, body } = await refused;
      expect(status).to.equal(422);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ field: 'file', code: 'invalid_file' });
      expect(body.errors[0].message).to.include('takes more time or memory than any batch needs');
      expect(served).to.be.at.least(10);
      await started(client, 1);
    });

  it('names one person or key, and what they came through, for each row: whoever resumed it from then on', async () => {
    const { email, password, token } = await service.seedClient();
    const { api } = service;
    const portal = browserOf(
      api,
      await api.client.post('/api/v1/login', { email, password, session: 'cookie' }),
    );
    const batch = await started(portal, ROWS);
    const person = (await portal.get('/api/v1/me')).body.user_id;
    const made = await api.client.withToken(token).post('/api/v1/api-keys', { name: 'CI' });
    const key = api.client.withToken(made.body.api_key);
    await portal.post(`/api/v1/batches/${batch.batch_id}/pause`);
    expect((await key.post(`/api/v1/batches/${batch.batch_id}/resume`)).status).to.equal(200);
    await completed(key, batch.batch_id);
    const by = await service.db.query<{ recorded_by: string; channel: string }>(
      'SELECT DISTINCT recorded_by, channel FROM consent_evidence',
    );
    expect(by).to.deep.include({ recorded_by: made.body.api_key_id, channel: 'api' });
    expect([
      { recorded_by: made.body.api_key_id, channel: 'api' },
      { recorded_by: person, channel: 'portal' },
    ]).to.deep.include.members(by);
  });

  it('of test mode is fed too, though who started it is a person of the live side', async () => {
    const { token } = await service.seedClient();
    const live = service.api.client.withToken(token);
    const switched = await live.post('/api/v1/me/mode', { mode: 'test' });
    const client = live.withToken(switched.body.access_token);
    const rows = ['0001010000071', '0001010001079'].map((subject) => `said_verification,${subject}`);
    const { batch_id } = await startBatch(client, ['service_code,subject', ...rows].join('\r\n'));
    await completed(client, batch_id);
    expect((await countsOf(client, batch_id)).counts.completed).to.equal(2);
    expect(service.sandbox.calls(), 'nothing is asked upstream').to.deep.equal([]);
  });

  it('lets a single request of another client overtake it, and pauses when the credits run out', async () => {
    const paidFor = 100;
    const { clientId, token } = await service.seedClient({ credits: paidFor * 5 });
    await service.addFault({ fault: 'slow', delay_ms: 500 });
    const client = service.api.client.withToken(token);
    const batch = await started(client, ROWS);
    await waitFor(() => service.sandbox.calls().length >= 5, {
      timeoutMs: 60_000,
      describe: 'the batch is under way',
    });
    const [pending] = await service.db.query<{ count: number }>(
      `SELECT count(*)::int FROM checks WHERE client_id = $1 AND status = 'pending'`,
      [clientId],
    );
    expect(pending?.count, 'half of the calls that the worker can make').to.be.within(1, 5);
    const other = await service.seedClient();
    const requestId = await submitAsync(service.api.client, other.token);
    const reader = service.api.client.withToken(other.token);
    const report = await reader.get(`/api/v1/verifications/${requestId}`, { headers: { prefer: 'wait=30' } });
    expect(report.body.status).to.equal('completed');
    // Not queued behind all the waiting rows of the batch.
    expect((await countsOf(client, batch.batch_id)).counts.completed).to.be.below(paidFor);

    await waitFor(async () => (await countsOf(client, batch.batch_id)).reason === 'insufficient_credits', {
      timeoutMs: 60_000,
      describe: 'the batch pauses',
    });
    // Some rows have subjects that never get a clear answer, and one is refused, which releases its credits.
    await waitFor(async () => (await countsOf(client, batch.batch_id)).counts.pending === 0, {
      timeoutMs: 60_000,
      describe: 'what was paid for is done',
    });
    const { counts } = await countsOf(client, batch.batch_id);
    expect(counts.completed + counts.manual_review).to.be.within(paidFor, paidFor + 5);
    await service.expectSound();
  });
});
