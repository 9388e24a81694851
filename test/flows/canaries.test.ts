import { expect } from 'chai';
import pg from 'pg';
import { PROVIDER_KEY } from '../../harness/environment.js';
import { type OwnServer, startOwnRedis } from '../../harness/own-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import type { InputType } from '../../shared/domain/input-type.js';
import { TEST_SUBJECTS, type TestCase } from '../../shared/domain/test-subjects.js';
import { SERVICES } from '../../shared/services/index.js';
import { PHOTO_BASE64 } from '../../shared/simulation/photo.js';
import { createAccounts } from '../support/accounts/api-accounts.js';
import { submit } from '../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import type { Answer } from '../support/http/client.js';
import { type MailServer, readMail, startMailServer } from '../support/messages/mail-server.js';
import {
  type Canary,
  databaseSources,
  findCanaries,
  PROVIDER_REFERENCE,
  redisSources,
  type Source,
} from '../support/personal-data/canaries.js';
import { SECRETS } from '../support/processes/keys.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';
import { monitorRedis, type RedisMonitor } from '../support/redis/redis-monitor.js';

const SUBJECTS: readonly Canary[] = [
  ...TEST_SUBJECTS.flatMap((row) =>
    Object.values(row.subjects).flatMap((value) =>
      value === undefined ? [] : [{ name: `subject ${value}`, value }],
    ),
  ),
  { name: 'phone number in its national form', value: '0710000001' },
  { name: 'VIN', value: 'TESTVAN0000000001' },
];
/** What the sandbox invents besides references: persons and places, error messages, and the photograph. */
const PROVIDER: readonly Canary[] = [
  PROVIDER_REFERENCE,
  { name: 'surname from the provider', value: 'Testperson' },
  { name: 'street from the provider', value: 'Example Street' },
  { name: 'raw answer of the provider', value: 'raw-answer-canary' },
  { name: 'error code of the provider', value: 'input_refused' },
  { name: 'photograph', value: PHOTO_BASE64.slice(0, 60) },
];
const PURPOSE = 'Purpose canary for a synthetic contract';
const KEY = 'key-canary';
const WRONG_PASSWORD = 'wrong-password-canary';

interface Misplaced {
  method: string;
  path: string;
  body?: string;
  /** The caller's own name of a field is echoed, so that the caller can find it. */
  namesTheField?: true;
}

/** Places where a caller can put text that does not belong there. */
function misplacedRequests(subject: string): readonly Misplaced[] {
  const path = '/api/v1/verifications';
  const nested = {
    service_code: subject,
    subject: { subject },
    purpose: subject,
    parameters: { vin: subject },
  };
  return [
    { method: 'GET', path: `/lookup/${subject}` },
    { method: 'GET', path: `${path}/${subject}` },
    { method: 'GET', path: `${path}?subject=${subject}` },
    { method: 'GET', path: `${path}?${subject}=1`, namesTheField: true },
    { method: 'GET', path: `/api/v1/wallet/entries?cursor=${subject}` },
    { method: 'DELETE', path: `${path}/${subject}` },
    {
      method: 'POST',
      path: `${path}/search`,
      body: JSON.stringify({ subject, cursor: subject, status: subject }),
    },
    { method: 'POST', path, body: `{"subject":"${subject}",` },
    { method: 'POST', path, body: `{"${subject}":"${subject}"}`, namesTheField: true },
    { method: 'POST', path, body: JSON.stringify(nested) },
  ];
}

describe('personal data and secrets, planted and searched for', function () {
  this.timeout(60_000);

  let database: TestDatabase;
  let redis: OwnServer;
  let mails: MailServer;
  let service: Service;
  let monitor: RedisMonitor;
  let client: SeededClient;
  let canaries: Canary[];
  const held: Source[] = [];
  const answers: Answer[] = [];

  before(async () => {
    database = await createTestDatabase();
    redis = await startOwnRedis();
    mails = await startMailServer();
    const env = {
      LOG_LEVEL: 'trace',
      PROVIDER_TIMEOUT_MS: '1000',
      SMTP_URL: mails.url,
      MAIL_FROM: 'checks@example.test',
    };
    service = await startService({ database, redisUrl: redis.url, workers: 0, env });
    monitor = await monitorRedis(redis.url);
    client = await service.seedClient();
    canaries = [
      ...SUBJECTS,
      ...PROVIDER,
      { name: 'purpose', value: PURPOSE, allowed: ['verifications.purpose', 'consent_evidence.purpose'] },
      {
        name: 'idempotency key',
        value: KEY,
        allowed: ['verifications.idempotency_key', 'webhook_events.data'],
      },
      { name: 'e-mail', value: client.email, allowed: ['users.email', 'mails.email'] },
      { name: 'password', value: client.password },
      { name: 'wrong password', value: WRONG_PASSWORD },
      { name: 'access token', value: client.token },
      { name: 'signature of the access token', value: client.token.split('.')[2] ?? '' },
      { name: 'provider key', value: PROVIDER_KEY },
      ...Object.entries(SECRETS).map(([name, value]) => ({ name, value: value.replace(/^.*:/, '') })),
      { name: 'password of the database', value: new URL(database.url).password },
      { name: 'password of Redis', value: new URL(redis.url).password },
    ];
    await liveThroughEverything();
  });
  after(async () => {
    monitor.close();
    await service.stop();
    await mails.close();
    await redis.remove();
    await database.drop();
  });

  /** Every service, every outcome, wrong requests, a defect, and a worker that dies with calls in flight. */
  async function liveThroughEverything(): Promise<void> {
    await submitEveryService('positive', 'respond-async');
    held.push(...(await redisSources(service.redis)));
    await service.startWorker();
    await waitUntilSettled(service.db);
    for (const sandboxCase of ['negative', 'no_record', 'refused', 'inconclusive'] as const) {
      await submitEveryService(sandboxCase);
    }
    await submitFailures();
    await sendWhatDoesNotBelong();
    await causeMails();
    await readEverything();
    held.push(...(await redisSources(service.redis)));
    await loseAWorker();
    held.push(...(await redisSources(service.redis)));
  }

  async function submitEveryService(sandboxCase: TestCase, prefer?: string): Promise<void> {
    const row = TEST_SUBJECTS.find((candidate) => candidate.case === sandboxCase);
    for (const { code, input, parameters } of SERVICES) {
      const [type = 'name'] = input.types;
      const body = {
        service_code: code,
        subject: row?.subjects[type as InputType],
        purpose: PURPOSE,
        biometric_consent: true,
        ...(parameters.includes('vin') && { parameters: { vin: 'TESTVAN0000000001' } }),
      };
      const key = `${KEY}-${sandboxCase}-${code}`;
      answers.push(
        await submit(service.api.client, client.token, {
          key,
          body,
          ...(prefer !== undefined && { prefer }),
        }),
      );
    }
  }

  async function submitFailures(): Promise<void> {
    const body = { error: { code: 'conflict', message: 'raw-answer-canary' }, subject: '0001010000071' };
    await service.addFault({ fault: 'status', status: 409, times: 1, body });
    await service.addFault({ fault: 'wrong_subject', times: 1 });
    await service.addFault({ fault: 'wrong_schema', times: 1 });
    await service.addFault({ fault: 'garbage', times: 1 });
    await service.addFault({ fault: 'truncated', times: 1 });
    await service.addFault({ fault: 'status', status: 402, times: 1, body });
    // One route each, so that no circuit opens.
    const requests = {
      address_lookup: '0001010000071',
      property_search: '0001010000071',
      consumer_trace: '0001010000071',
      vehicle_check: 'TST001GP',
      cipc_director: '0001010000071',
      alive_status: '0001010000071',
    };
    for (const [code, subject] of Object.entries(requests)) {
      const request = { body: { service_code: code, subject, purpose: PURPOSE }, prefer: 'wait=5' };
      answers.push(await submit(service.api.client, client.token, request));
    }
    await waitUntilSettled(service.db);
  }

  async function sendWhatDoesNotBelong(): Promise<void> {
    const caller = service.api.client.withToken(client.token);
    for (const { value } of SUBJECTS.filter((_canary, index) => index % 9 === 0)) {
      for (const { method, path, body, namesTheField } of misplacedRequests(encodeURIComponent(value))) {
        // A correlation id is the caller's own text, but never with an identity number in it.
        const id = /^\d{13}$/.test(value) ? { 'x-correlation-id': value } : {};
        const headers = { ...id, 'idempotency-key': value, referer: value };
        const answer = await caller.send(method, path, { headers, ...(body !== undefined && { body }) });
        if (namesTheField === undefined) answers.push(answer);
      }
    }
    const login = { email: client.email, password: WRONG_PASSWORD };
    answers.push(await service.api.client.post('/api/v1/login', login));
    answers.push(await service.api.client.withToken(`${client.token}x`).get('/api/v1/me'));
    answers.push(
      await caller.post('/api/v1/me/password', {
        current_password: WRONG_PASSWORD,
        new_password: client.password,
      }),
    );
    await breakTheDatabase(() => caller.get('/api/v1/verifications?subject=0001010000071'));
  }

  /** A defect whose error would quote the statement and its values. */
  async function breakTheDatabase(send: () => Promise<Answer>): Promise<void> {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('ALTER TABLE verifications RENAME COLUMN subject_hash TO gone');
    answers.push(
      await send(),
      await submit(service.api.client, client.token, { body: { purpose: PURPOSE } }),
    );
    await owner.query('ALTER TABLE verifications RENAME COLUMN gone TO subject_hash');
    await owner.end();
  }

  async function readEverything(): Promise<void> {
    const caller = service.api.client.withToken(client.token);
    const list = await caller.get('/api/v1/verifications?limit=100');
    expect(list.body.data.length).to.be.greaterThan(70);
    answers.push(list, await caller.get('/api/v1/wallet/entries?limit=100'));
    answers.push(await caller.get('/api/v1/verifications', { headers: { accept: 'text/csv' } }));
    const ofSubject = await caller.get('/api/v1/verifications?limit=1&subject=0001010000071');
    expect(ofSubject.headers.get('link'), 'there is a second page').to.be.a('string');
    answers.push(ofSubject);
    for (const { request_id: requestId } of list.body.data) {
      answers.push(await caller.get(`/api/v1/verifications/${requestId}`));
    }
  }

  /** Everything the client's people are sent by mail. */
  async function causeMails(): Promise<void> {
    const caller = service.api.client.withToken(client.token);
    const accounts = createAccounts(service.db, service.api.client);
    const support = await accounts.signIn(await accounts.createStaff('support'));
    const { data } = (await support.get('/api/v1/support/reviews?limit=1')).body;
    const decision = { decision: 'complete', outcome: 'negative', label: 'No match', note: 'Looked at it.' };
    const review = `/api/v1/support/reviews/${data[0].request_id}/resolution`;
    expect((await support.post(review, decision)).status).to.equal(200);
    expect((await caller.post('/api/v1/api-keys', { name: 'lease system' })).status).to.equal(201);
    const agent = { 'user-agent': 'curl/8.0' };
    const { email, password } = client;
    await service.api.client.send('POST', '/api/v1/login', { json: { email, password }, headers: agent });
    const invited = { email: 'invited@example.test', role: 'viewer' };
    expect((await caller.post('/api/v1/team/invitations', invited)).status).to.equal(201);
    await service.api.client.post('/api/v1/password-resets', { email: client.email });
    await waitFor(() => mails.taken.length >= 5, { describe: 'five mails', timeoutMs: 15_000 });
  }

  async function loseAWorker(): Promise<void> {
    await service.addFault({ fault: 'hang' });
    const before = service.sandbox.calls().length;
    await submit(service.api.client, client.token, { prefer: 'respond-async', body: { purpose: PURPOSE } });
    await waitFor(() => service.sandbox.calls().length > before, { describe: 'a call is held' });
    await service.workers[0]?.kill();
    await service.clearFaults();
    await service.startWorker();
    await waitUntilSettled(service.db);
  }

  it('are in no log line of any process', () => {
    const lines = service.lines();
    expect(lines.length).to.be.greaterThan(200);
    const sources = lines.map((text) => ({ place: 'log', text }));
    expect(findCanaries(canaries, sources)).to.deep.equal([]);
  });

  it('are in nothing that Redis holds or was ever sent', () => {
    expect(
      held.some(({ text }) => text.includes('check_id')),
      'jobs were looked through',
    ).to.equal(true);
    const sent = monitor.lines.map((text) => ({ place: 'Redis command', text }));
    expect(sent.length).to.be.greaterThan(500);
    expect(findCanaries(canaries, [...held, ...sent])).to.deep.equal([]);
  });

  it('are in no error body, and no subject is in any answer', () => {
    const sources = answers.map(({ status, body }) => ({
      place: `answer ${status}`,
      text: JSON.stringify(body),
    }));
    const errors = sources.filter(({ place }) => /answer [45]/.test(place));
    expect(errors.length).to.be.greaterThan(50);
    expect(findCanaries(canaries, errors)).to.deep.equal([]);
    expect(findCanaries(SUBJECTS, sources)).to.deep.equal([]);
  });

  it('are in no mail', () => {
    const sent = mails.taken.map(readMail);
    expect(sent.map(({ subject }) => subject)).to.include.members([
      'A review was decided',
      'A new API key',
      'New sign-in to your account',
      'Choose a new password',
    ]);
    const sources = sent.map((mail) => ({ place: mail.subject, text: JSON.stringify(mail) }));
    expect(findCanaries(canaries, sources)).to.deep.equal([]);
  });

  it('are in no header of any answer', () => {
    const sources = answers.flatMap(({ status, headers }) =>
      [...headers].map(([name, value]) => ({ place: `${name} of an answer ${status}`, text: value })),
    );
    expect(findCanaries(canaries, sources)).to.deep.equal([]);
  });

  it('are in clear in no column of the database but those made for them', async () => {
    const rows: Source[] = [];
    for await (const source of databaseSources(service.db)) rows.push(source);
    const places = new Set(rows.map(({ place }) => place));
    expect([...places]).to.include.members(['provider_calls.answer_sealed', 'checks.photo_sealed']);
    expect(findCanaries(canaries, rows)).to.deep.equal([]);
    await service.expectSound();
  });

  it('would be found, in whatever form they were written', () => {
    for (const { name, value, goesOn } of canaries) {
      const forms = {
        plain: `before ${value} after`,
        json: JSON.stringify({ a: { [value]: 1 } }),
        'upper case': value.toUpperCase(),
        hexadecimal: `\\x00${Buffer.from(value).toString('hex')}ff`,
        base64: Buffer.from(`--${value}--`).toString('base64'),
        URL: `/?q=${encodeURIComponent(value)}`,
        'without separators': value.replace(/[\s-]/g, '') + (goesOn?.example ?? ''),
      };
      for (const [form, text] of Object.entries(forms)) {
        if (form === 'base64' && value.length < 8) continue;
        expect(findCanaries(canaries, [{ place: 'here', text }]), `${name}, ${form}`).to.include(
          `${name} in here`,
        );
      }
    }
  });

  it('are not seen in ids that have their letters by chance', () => {
    const text = 'ver_01m8sbx3kqe7fstvwxyz234567 REQ-01M8SBX9HJKMNPQRSTVWXYZ0';
    expect(findCanaries([PROVIDER_REFERENCE], [{ place: 'here', text }])).to.deep.equal([]);
  });
});
