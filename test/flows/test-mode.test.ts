import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { exampleReport } from '../../api/services/example-report.js';
import { waitFor } from '../../harness/wait-for.js';
import { startReceiver } from '../../harness/webhook-receiver.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { InputType } from '../../shared/domain/input-type.js';
import { testSideOf } from '../../shared/domain/mode.js';
import { TEST_SUBJECTS, type TestCase } from '../../shared/domain/test-subjects.js';
import { SERVICES } from '../../shared/services/index.js';
import { createAccounts } from '../support/accounts/api-accounts.js';
import { submit, submitAsync } from '../support/checks/submit.js';
import { auditOf } from '../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../support/http/client.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { upload } from '../support/uploads/batch-files.js';

function subjectOf(testCase: TestCase, input: InputType = 'sa_id_number'): string {
  const subject = TEST_SUBJECTS.find((row) => row.case === testCase)?.subjects[input];
  if (subject === undefined) throw new Error(`No test subject: ${testCase} ${input}`);
  return subject;
}

/** Every member at every depth, sorted, except the facts: which of them a source states differs. */
function membersOf(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null || place.endsWith('.details')) return [place];
  const items = Array.isArray(value) ? value.map((item) => ['[]', item]) : Object.entries(value);
  const members = items.flatMap(([name, member]) => membersOf(member, `${place}.${name}`));
  return [...new Set(members)].sort();
}

describe('test mode, the whole way', function () {
  this.timeout(60_000);

  let service: Service;
  let owner: SeededClient;
  let live: TestClient;
  /** A key of test mode. */
  let key: string;
  let test: TestClient;

  before(async () => {
    service = await startService();
    owner = await service.seedClient({ credits: 100 });
    live = service.api.client.withToken(owner.token);
    const made = await live.post('/api/v1/api-keys', {
      name: 'CI',
      mode: 'test',
      scopes: ['submit', 'read', 'wallet', 'webhooks'],
    });
    expect(made.status).to.equal(201);
    expect(made.body).to.include({ mode: 'test' });
    expect(made.body.api_key).to.match(/^vk_test_[A-Za-z0-9_-]{43}$/);
    key = made.body.api_key;
    test = service.api.client.withToken(key);
  });
  after(() => service.stop());
  afterEach(async () => {
    expect(service.sandbox.calls(), 'calls of the upstream').to.deep.equal([]);
    await service.expectSound();
  });

  const ask = (testCase: TestCase, body: Record<string, unknown> = {}, token = key): Promise<Answer> =>
    submit(service.api.client, token, {
      prefer: 'wait=30',
      body: { subject: subjectOf(testCase), ...body },
    });

  it('begins with a wallet of 10 000 credits, which can be filled', async () => {
    const { body } = await test.get('/api/v1/wallet');
    expect(body).to.include({ mode: 'test', balance: 10_000, reserved: 0 });
    const filled = await test.post('/api/v1/wallet/test-credits', { amount: 500 });
    expect(filled.status).to.equal(200);
    expect(filled.body).to.include({ balance: 10_500, mode: 'test' });
    expect((await test.post('/api/v1/wallet/test-credits', { amount: 100_001 })).status).to.equal(422);
    expect((await live.post('/api/v1/wallet/test-credits', { amount: 1 })).status).to.equal(409);
    expect((await live.get('/api/v1/wallet')).body)
      .to.include({ balance: 100 })
      .and.not.to.have.property('mode');
  });

  it('answers every service by the simulator', async () => {
    for (const { code, input } of SERVICES) {
      const subject = subjectOf('positive', input.types[0]);
      const answer = await ask('positive', { service_code: code, subject, biometric_consent: true });
      expect(answer.status, code).to.equal(201);
      expect(answer.body, code).to.include({ mode: 'test', status: 'completed' });
      expect(answer.body.result.outcome, code).to.equal('positive');
      const report = await test.get(`/api/v1/verifications/${answer.body.request_id}`);
      expect(report.body).to.include({ mode: 'test' });
      expect(JSON.stringify(report.body)).not.to.include(subject);
    }
  });

  it('reports every service with the members of its documented example', async () => {
    for (const service of SERVICES) {
      const { code, input } = service;
      const example = exampleReport(service);
      const testCase = code === 'aml_screening' ? 'negative' : 'positive';
      const subject = subjectOf(testCase, input.types[0]);
      const { body } = await ask(testCase, { service_code: code, subject, biometric_consent: true });
      const { mode, ...report } = (await test.get(`/api/v1/verifications/${body.request_id}`)).body;
      expect(mode, code).to.equal('test');
      expect(membersOf(report), code).to.deep.equal(membersOf(example));
    }
  });

  it('takes the documented test subjects only', async () => {
    const answer = await ask('positive', { subject: '8001015009087' });
    expect(answer.status).to.equal(422);
    expect(answer.body.errors).to.have.lengthOf(1);
    expect(answer.body.errors[0]).to.include({ field: 'subject', code: 'not_a_test_subject' });
    expect(answer.body.errors[0].message).to.include('/docs/test-subjects');
  });

  it('brings about what the table of subjects says', async () => {
    const outcomes: Partial<Record<TestCase, string>> = {
      negative: '201 negative',
      no_record: '201 no_record',
      refused: '201 rejected',
      deceased: '201 negative',
      inconclusive: '202 manual_review',
      garbage: '202 manual_review',
      reset: '503 provider_unavailable',
      server_error: '503 provider_unavailable',
      rate_limited_once: '201 positive',
    };
    for (const [testCase, expected] of Object.entries(outcomes)) {
      const { status, body } = await ask(testCase as TestCase);
      expect(`${status} ${body.result?.outcome ?? body.status}`, testCase).to.equal(expected);
      expect(body.mode, testCase).to.equal('test');
    }
  });

  it('answers as the page about test subjects says', async () => {
    const lines = readFileSync('docs/site/test-subjects.md', 'utf8').matchAll(
      /^\| (`.+`) \| `(\d{3})` .*\|$/gm,
    );
    const said = [...lines].flatMap(([, cases = '', status]) =>
      cases.split(', ').map((name) => [name.replaceAll('`', '') as TestCase, status] as const),
    );
    expect(said.map(([name]) => name)).to.include.members(['positive', 'never_answers', 'rate_limited_once']);
    for (const [testCase, status] of said) {
      expect(String((await ask(testCase)).status), testCase).to.equal(status);
    }
  });

  it('lets the caller play support, and nobody else', async () => {
    const { body } = await ask('inconclusive');
    const path = `/api/v1/test/reviews/${body.request_id}`;
    const stranger = await service.seedClient();
    for (const other of [live, service.api.client.withToken(stranger.token)]) {
      expect((await other.post(path, { decision: 'release' })).status).to.equal(404);
    }
    const misplaced: [object, string][] = [
      [{ decision: 'complete' }, 'outcome required'],
      [{ decision: 'release', outcome: 'positive' }, 'outcome not_applicable'],
      [{ decision: 'requeue', label: 'Found' }, 'label not_applicable'],
    ];
    for (const [sent, expected] of misplaced) {
      const refused = await test.post(path, sent);
      expect(refused.status, expected).to.equal(422);
      expect(
        refused.body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`),
      ).to.deep.equal([expected]);
    }
    const done = await test.post(path, { decision: 'complete', outcome: 'negative' });
    expect(done.status).to.equal(200);
    expect(done.body).to.deep.include({ status: 'completed', credits_charged: 5, mode: 'test' });
    expect(done.body.result.outcome).to.equal('negative');
    expect((await test.post(path, { decision: 'release' })).status).to.equal(409);
  });

  it('leaves no trace of what the caller decides in the audit log of staff', async () => {
    const decisions = [
      { decision: 'complete', outcome: 'positive' },
      { decision: 'release' },
      { decision: 'requeue' },
    ];
    for (const decision of decisions) {
      const { body } = await ask('inconclusive');
      const done = await test.post(`/api/v1/test/reviews/${body.request_id}`, decision);
      expect(done.status, decision.decision).to.equal(200);
      expect(await auditOf(service.db, body.request_id), decision.decision).to.deep.equal([]);
    }
  });

  it('tells webhooks and feeds of its events, and says that they are tests', async () => {
    const receiver = await startReceiver();
    await test.post('/api/v1/webhooks', { url: receiver.url, events: ['verification.completed'] });
    const { body } = await ask('positive');
    await waitFor(() => receiver.received.length > 0, { describe: 'the webhook is there' });
    const [delivery] = receiver.received;
    expect(JSON.parse(delivery?.body ?? '{}')).to.deep.include({ mode: 'test' });
    const events = (await test.get('/api/v1/events?limit=100')).body.data;
    const own = events.filter(
      (event: { data: { request_id: string } }) => event.data.request_id === body.request_id,
    );
    expect(own).to.have.lengthOf(1);
    expect(own[0]).to.include({ mode: 'test' });
    expect(own[0].data).to.include({ mode: 'test' });
    await receiver.close();
  });

  it('is switched for a session, which ends when it would have ended anyway', async () => {
    const switched = await live.post('/api/v1/me/mode', { mode: 'test' });
    expect(switched.status).to.equal(200);
    expect(switched.body).to.include({ mode: 'test', scope: 'client' });
    expect(switched.body.expires_in).to.be.within(1, 3_600);
    const session = service.api.client.withToken(switched.body.access_token);
    expect((await session.get('/api/v1/me')).body).to.include({ mode: 'test', email: owner.email });
    expect((await session.get('/api/v1/me')).body.client.client_id).to.equal(
      toPublicId('client', owner.clientId),
    );
    const own = await ask('positive', {}, switched.body.access_token);
    expect(own.status, 'a person, too, may submit there').to.equal(201);
    expect(own.body).to.include({ mode: 'test', status: 'completed' });
    const history = await session.get('/api/v1/verifications?limit=100');
    expect(history.body.data[1]).to.include({ mode: 'test', submitted_by: 'CI' });
    expect((await session.post('/api/v1/api-keys', { name: 'x', mode: 'live' })).status).to.equal(422);
    const back = await session.post('/api/v1/me/mode', { mode: 'live' });
    expect(back.body).to.include({ mode: 'live' });
    await service.api.client.withToken(back.body.access_token).post('/api/v1/logout');
    expect((await session.get('/api/v1/me')).status, 'after the sign-out').to.equal(401);
    const { body } = await service.api.client.post('/api/v1/login', {
      email: owner.email,
      password: owner.password,
    });
    owner.token = body.access_token;
    live = service.api.client.withToken(owner.token);
  });

  it('says so in files', async () => {
    const { body } = await ask('positive');
    const csv = await test.get('/api/v1/verifications', { headers: { accept: 'text/csv' } });
    const [head = '', first = ''] = String(csv.body).split('\r\n');
    expect([head.endsWith(',mode'), first.endsWith(',test')]).to.deep.equal([true, true]);
    const pdf = await test.get(`/api/v1/verifications/${body.request_id}/report.pdf`);
    expect(pdf.status).to.equal(200);

    const rows = `service_code,subject\nsaid_verification,${subjectOf('positive')}`;
    const batch = await upload(test, rows);
    const results = await test.get(`/api/v1/batches/${batch.body.batch_id}/results`);
    expect(results.headers.get('content-disposition')).to.include('filename=test-batch-results.csv');
    const [columns = '', row = ''] = String(results.body).split('\r\n');
    expect([columns.endsWith(',mode'), row.endsWith(',test')], 'of a batch').to.deep.equal([true, true]);
  });

  it('is no client of its own to admins, and nothing to the review desk', async () => {
    await ask('inconclusive');
    const accounts = createAccounts(service.db, service.api.client);
    const admin = service.api.client.withToken(await accounts.login(await accounts.createStaff('admin')));
    const support = service.api.client.withToken(await accounts.login(await accounts.createStaff('support')));
    const clients = (await admin.get('/api/v1/admin/clients?limit=100')).body.data;
    const own = clients.filter(
      ({ client_id }: { client_id: string }) => client_id === toPublicId('client', owner.clientId),
    );
    expect(own).to.have.lengthOf(1);
    expect(JSON.stringify(clients)).not.to.include('"mode":"test"');
    const [sides] = await service.db.query<{ count: number }>(
      `SELECT count(*)::int FROM clients WHERE mode = 'test' AND id = $1`,
      [testSideOf(owner.clientId)],
    );
    expect(sides?.count).to.equal(1);
    expect((await support.get('/api/v1/support/reviews')).body.data).to.deep.equal([]);
    expect((await support.get('/api/v1/support/queue')).body.reviews.total).to.equal(0);
  });

  it('keeps no place of a worker for as long as a simulated source takes', async () => {
    // Twice as many as a worker calls at once.
    const slow = await Promise.all(
      Array.from({ length: 100 }, () =>
        submitAsync(service.api.client, key, { body: { subject: subjectOf('slow') } }),
      ),
    );
    const readAll = (wait: Record<string, string>) =>
      Promise.all(slow.map((id) => test.get(`/api/v1/verifications/${id}`, { headers: wait })));
    expect((await ask('positive')).status).to.equal(201);
    // In their places, the first fifty would have ended before it.
    const ended = (await readAll({})).filter(({ body }) => body.status !== 'pending');
    expect(ended.length).to.be.below(50);
    for (const { body } of await readAll({ prefer: 'wait=10' })) expect(body.status).to.equal('completed');
  });
});
