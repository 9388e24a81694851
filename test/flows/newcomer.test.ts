import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { seedDemo } from '../../scripts/seed-demo.js';
import { SERVICE_ROWS } from '../support/checks/service-table.js';
import { submit } from '../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import type { Answer } from '../support/http/client.js';
import { expectError, expectReport, expectVerification } from '../support/http/shapes.js';
import { type Service, startService } from '../support/processes/service.js';
import { markdownBlocks } from '../support/repository/markdown-blocks.js';

const PASSWORD = 'demo-password-1';

describe('a newcomer with the demo accounts', function () {
  this.timeout(30_000);

  let database: TestDatabase;
  let service: Service;
  beforeEach(async () => {
    database = await createTestDatabase();
    await seedDemo({ databaseUrl: database.url, password: PASSWORD });
    service = await startService({ database });
  });
  afterEach(async () => {
    await service.stop();
    await database.drop();
  });

  async function signIn(email: string): Promise<string> {
    const { status, body } = await service.api.client.post('/api/v1/login', { email, password: PASSWORD });
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('access_token', 'token_type', 'expires_in', 'scope');
    expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'client' });
    return body.access_token as string;
  }

  function get(token: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return service.api.client.withToken(token).get(`/api/v1/${path}`, { headers });
  }

  it('gets through a first session, and the accounts agree with it afterwards', async () => {
    const token = await signIn('client@example.test');
    const { client } = service.api;
    expect((await get(token, 'me')).body.client.name).to.equal('Demo Client');
    expect((await get(token, 'services')).body.data).to.have.length(SERVICE_ROWS.length);

    const request = { key: 'first-session-1', body: { purpose: 'Tenant screening, lease 17' } };
    const first = await submit(client, token, request);
    expect(first.status).to.equal(201);
    expectVerification(first.body, { status: 'completed', credits_charged: 5, subject: '*********0071' });
    const replay = await submit(client, token, request);
    expect(replay.status).to.equal(200);
    expect(replay.body).to.deep.equal({ ...first.body, idempotent_replay: true });
    const report = await get(token, `verifications/${first.body.request_id}`);
    expectReport(report.body, { status: 'completed' });
    expect(report.body.purpose).to.equal('Tenant screening, lease 17');

    const faulty = await client.withToken(token).post('/api/v1/verifications', {
      service_code: 'said_verification',
      subject: '123',
      authority_confirmed: 'true',
    });
    expectError(faulty, { httpStatus: 422, status: 'validation_failed', more: ['errors'] });
    const fields = faulty.body.errors.map(({ field }: { field: string }) => field);
    expect(fields).to.have.members([
      'subject',
      'purpose',
      'authority_confirmed',
      'charge_approved',
      'idempotency_key',
    ]);

    const unclear = await submit(client, token, { body: { subject: '0001010003075' } });
    expect(unclear.status).to.equal(202);
    expectVerification(unclear.body, { status: 'manual_review', credits_reserved: 5, credits_charged: 0 });
    const lost = await submit(client, token, { body: { subject: '0001010007076' } });
    expect(lost.status).to.equal(503);
    expectVerification(lost.body, {
      status: 'provider_unavailable',
      credits_reserved: 5,
      credits_charged: 0,
    });
    const refused = await submit(client, token, { body: { subject: '0001010004073' } });
    expect(refused.body.result.outcome).to.equal('rejected');
    const slow = await submit(client, token, { body: { subject: '0001010005070' }, prefer: 'wait=1' });
    expect(slow.status).to.equal(202);
    expectVerification(slow.body, { status: 'pending', credits_reserved: 5, credits_charged: 0 });
    const later = await get(token, `verifications/${slow.body.request_id}`, { prefer: 'wait=10' });
    expect(later.body.status).to.equal('completed');

    await expectAccounts(token, [slow, refused, lost, unclear, first]);
    await service.expectSound();
  });

  /** Two charged, two reserved: the sum of the session in wallet, ledger and history. */
  async function expectAccounts(token: string, newestFirst: readonly Answer[]): Promise<void> {
    const wallet = await get(token, 'wallet');
    expect(wallet.body).to.include({
      balance: 9_990,
      reserved: 10,
      available: 9_980,
      low_balance_threshold: 500,
    });
    const { data: entries } = (await get(token, 'wallet/entries')).body;
    const kinds = entries.map(({ kind, amount }: { kind: string; amount: number }) => `${kind} ${amount}`);
    expect(kinds).to.deep.equal([
      'charge 5',
      'reserve 5',
      'release 5',
      'reserve 5',
      'reserve 5',
      'reserve 5',
      'charge 5',
      'reserve 5',
      'top_up 10000',
    ]);
    const history = (await get(token, 'verifications')).body;
    expect(history.next_cursor).to.equal(null);
    const listed = history.data.map((entry: { request_id: string }) => entry.request_id);
    expect(listed).to.deep.equal(newestFirst.map(({ body }) => body.request_id));
    const inReview = (await get(token, 'verifications?status=manual_review')).body.data;
    expect(inReview).to.have.length(2);
    const csv = await get(token, 'verifications', { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).to.match(/^text\/csv/);
    expect(csv.body.trim().split('\n')).to.have.length(1 + newestFirst.length);
  }

  it('with 100 credits runs out of them, and sees only what is its own', async () => {
    const token = await signIn('other@example.test');
    const bundle = { body: { service_code: 'employee_bundle' } };
    for (let index = 0; index < 5; index += 1) {
      expect((await submit(service.api.client, token, bundle)).status).to.equal(201);
    }
    const sixth = await submit(service.api.client, token, { ...bundle, key: 'sixth' });
    expectError(sixth, {
      httpStatus: 402,
      status: 'insufficient_credits',
      more: ['credits_required', 'credits_available'],
    });
    expect(sixth.body).to.include({ credits_required: 20, credits_available: 0 });
    expect((await get(token, 'verifications?idempotency_key=sixth')).body.data).to.deep.equal([]);

    const [{ request_id: requestId }] = (await get(token, 'verifications')).body.data;
    const stranger = await signIn('client@example.test');
    const foreign = await get(stranger, `verifications/${requestId}`);
    expectError(foreign, { httpStatus: 404, status: 'not_found' });
    expect((await get(stranger, 'verifications')).body.data).to.deep.equal([]);
    await service.expectSound();
  });

  it('can paste what the README prints', async () => {
    const session = readmeSession().replaceAll('http://localhost:3000', service.api.url);
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', session], { timeout: 25_000 });
    expect(stdout).to.include('HTTP/1.1 201 Created');
    expect(stdout).to.include('"confidentiality_notice"');
    expect(stdout).to.include('"available":9995');
    expect(stdout, 'errors among the answers').not.to.match(/"correlation_id"/);
    await service.expectSound();
  });
});

/**
 * The commands of the README's first session as one script, with the id of the first answer filled in where it is
 * needed.
 */
function readmeSession(): string {
  const readme = readFileSync('README.md', 'utf8');
  const [, section = ''] = /### A first session\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const blocks = markdownBlocks(section, 'sh');
  const submission = blocks.findIndex((block) => block.includes('Idempotency-Key'));
  expect(submission, 'the README submits something').to.be.greaterThan(0);
  return blocks
    .map((block, index) =>
      index === submission
        ? `ANSWER=$(${block.trim()})\necho "$ANSWER"\nID=$(echo "$ANSWER" | sed -n 's/.*"request_id": *"\\([^"]*\\)".*/\\1/p')\n`
        : block.replaceAll('<request_id>', '$ID'),
    )
    .join('\necho\n');
}
