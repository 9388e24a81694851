import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { submit } from '../support/checks/submit.js';
import { expectReport, expectVerification } from '../support/http/shapes.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

interface Row {
  when: string;
  subject: string;
  http: number;
  status: 'completed' | 'manual_review' | 'provider_unavailable';
  outcome?: string;
  charged: number;
  reserved: number;
  /** How many of the calls the provider charges for. */
  calls: readonly [paid: number, made: number];
  billing: string;
}

// biome-ignore format: a table is read by its columns
const CASES: readonly Row[] = [
  { when: 'confirms', subject: '0001010000071', http: 201, status: 'completed', outcome: 'positive', charged: 5, reserved: 0, calls: [1, 1], billing: 'result' },
  { when: 'denies', subject: '0001010001079', http: 201, status: 'completed', outcome: 'negative', charged: 5, reserved: 0, calls: [1, 1], billing: 'result' },
  { when: 'knows of a death', subject: '0001010011078', http: 201, status: 'completed', outcome: 'negative', charged: 5, reserved: 0, calls: [1, 1], billing: 'result' },
  { when: 'has no record', subject: '0001010002077', http: 201, status: 'completed', outcome: 'no_record', charged: 5, reserved: 0, calls: [1, 1], billing: 'no_record' },
  { when: 'refuses the input', subject: '0001010004073', http: 201, status: 'completed', outcome: 'rejected', charged: 0, reserved: 0, calls: [0, 1], billing: 'rejected' },
  { when: 'cannot tell', subject: '0001010003075', http: 202, status: 'manual_review', charged: 0, reserved: 5, calls: [1, 1], billing: 'held' },
  { when: 'answers with no JSON', subject: '0001010010070', http: 202, status: 'manual_review', charged: 0, reserved: 5, calls: [1, 1], billing: 'held' },
  { when: 'resets the connection', subject: '0001010007076', http: 503, status: 'provider_unavailable', charged: 0, reserved: 5, calls: [1, 1], billing: 'held' },
  { when: 'fails with 500', subject: '0001010008074', http: 503, status: 'provider_unavailable', charged: 0, reserved: 5, calls: [1, 1], billing: 'held' },
  { when: 'never answers', subject: '0001010006078', http: 503, status: 'provider_unavailable', charged: 0, reserved: 5, calls: [1, 1], billing: 'held' },
  { when: 'asks to come back in a second', subject: '0001010009072', http: 201, status: 'completed', outcome: 'positive', charged: 5, reserved: 0, calls: [1, 2], billing: 'result' },
];

describe('what a caller gets when the provider', function () {
  this.timeout(30_000);

  let service: Service;
  let client: SeededClient;
  before(async () => {
    service = await startService({ env: { PROVIDER_TIMEOUT_MS: '2500' }, slowMs: 2_000 });
  });
  after(() => service.stop());
  beforeEach(async () => {
    client = await service.seedClient({ credits: 100 });
    // A success in between keeps the circuit of the route closed, however many of the cases are failures.
    await submit(service.api.client, client.token);
  });
  afterEach(() => service.expectSound());

  function get(path: string, headers: Record<string, string> = {}) {
    return service.api.client.withToken(client.token).get(path, { headers });
  }

  for (const row of CASES) {
    it(`${row.when}: ${row.http} ${row.outcome ?? row.status}`, async () => {
      const callsBefore = service.sandbox.calls().length;
      const key = randomUUID();
      const request = { key, body: { subject: row.subject } };
      const answer = await submit(service.api.client, client.token, request);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(row.http);
      const credits = { credits_charged: row.charged, credits_reserved: row.reserved };
      expectVerification(answer.body, { status: row.status, ...credits });
      expect(answer.body.result?.outcome).to.equal(row.outcome);
      expect(answer.headers.get('location')).to.equal(`/api/v1/verifications/${answer.body.request_id}`);

      // Whatever the first answer was, from now on the state is shown.
      const state = row.status === 'provider_unavailable' ? 'manual_review' : row.status;
      const replay = await submit(service.api.client, client.token, request);
      expect(replay.status).to.equal(200);
      expectVerification(replay.body, { status: state, ...credits, idempotent_replay: true });
      expect(replay.body.request_id).to.equal(answer.body.request_id);

      const report = await get(`/api/v1/verifications/${answer.body.request_id}`);
      expectReport(report.body, { status: state });
      expect(report.body.billing.reason).to.equal(row.billing);
      const calls = service.sandbox.calls().slice(callsBefore);
      expect([paidCalls(calls).length, calls.length]).to.deep.equal(row.calls);
      const wallet = await get('/api/v1/wallet');
      expect(wallet.body).to.include({ balance: 95 - row.charged, reserved: row.reserved });
    });
  }

  it('takes longer than the caller waits: 202 pending, later the result', async () => {
    const body = { subject: '0001010005070' };
    const answer = await submit(service.api.client, client.token, { body, prefer: 'wait=1' });
    expect(answer.status).to.equal(202);
    expectVerification(answer.body, { status: 'pending', credits_reserved: 5, credits_charged: 0 });
    expect(answer.headers.get('preference-applied')).to.equal('wait=1');
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
    const location = answer.headers.get('location') ?? '';

    const now = await get(location);
    expect(now.body.status).to.equal('pending');
    const unchanged = await get(location, { 'if-none-match': now.headers.get('etag') ?? '' });
    expect(unchanged.status).to.equal(304);

    const settled = await get(location, {
      prefer: 'wait=10',
      'if-none-match': now.headers.get('etag') ?? '',
    });
    expect(settled.status).to.equal(200);
    expect(settled.headers.get('preference-applied')).to.equal('wait=10');
    expectReport(settled.body, { status: 'completed' });
    expect(settled.headers.get('etag')).not.to.equal(now.headers.get('etag'));
  });

  it('is not waited for at all: 202 pending at once', async () => {
    const answer = await submit(service.api.client, client.token, { prefer: 'respond-async' });
    expect(answer.status).to.equal(202);
    expectVerification(answer.body, { status: 'pending', credits_reserved: 5, credits_charged: 0 });
    expect(answer.headers.get('preference-applied')).to.equal('respond-async');
    const settled = await get(answer.headers.get('location') ?? '', { prefer: 'wait=10' });
    expect(settled.body.status).to.equal('completed');
  });
});
