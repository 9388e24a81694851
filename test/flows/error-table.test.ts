import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { sessionIn } from '../../shared/db/scope.js';
import { requestBody, submit } from '../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import type { Answer } from '../support/http/client.js';
import { expectError } from '../support/http/shapes.js';
import { type CuttingProxy, startCuttingProxy } from '../support/network/cutting-proxy.js';
import { type SeededClient, type Service, startService } from '../support/processes/service.js';

const PATH = '/api/v1/verifications';

interface Row {
  http: number;
  status: string;
  when: string;
  /** Members in addition to those that every error has. */
  more?: readonly string[];
  /** Headers that the answer must also have, with their values. */
  headers?: Readonly<Record<string, RegExp>>;
  send(call: Call): Promise<Answer>;
}

interface Call {
  service: Service;
  client: SeededClient;
  /** A header to send, which the answer must return. */
  headers: Record<string, string>;
  /** The link between the service and its database. */
  database: CuttingProxy;
  /** Runs a statement as the owner of the schema. */
  asOwner(statement: string): Promise<void>;
}

function post(call: Call, path: string, body: string | undefined, headers: Record<string, string> = {}) {
  return call.service.api.client.withToken(call.client.token).send('POST', path, {
    ...(body !== undefined && { body }),
    headers: { 'idempotency-key': randomUUID(), ...call.headers, ...headers },
  });
}

function get({ service, client, headers }: Call, path: string) {
  return service.api.client.withToken(client.token).get(path, { headers });
}

async function repeat(times: number, send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  for (let index = 1; index < times; index += 1) answer = await send();
  return answer;
}

/** Every row of the table of contract 2. */
const TABLE: readonly Row[] = [
  {
    http: 400,
    status: 'malformed_request',
    when: 'the body is not JSON',
    send: (call) => post(call, PATH, '{"service_code":'),
  },
  {
    http: 400,
    status: 'malformed_request',
    when: 'the body is JSON, but no object',
    send: (call) => post(call, PATH, '[]'),
  },
  {
    http: 401,
    status: 'unauthorized',
    when: 'there is no token',
    headers: { 'www-authenticate': /^Bearer/ },
    send: ({ service, headers }) => service.api.client.get(PATH, { headers }),
  },
  {
    http: 402,
    status: 'insufficient_credits',
    when: 'the check costs more than is available',
    more: ['credits_required', 'credits_available'],
    send: (call) => post(call, PATH, JSON.stringify(requestBody({ service_code: 'employee_bundle' }))),
  },
  {
    http: 404,
    status: 'not_found',
    when: 'the path is unknown',
    send: (call) => get(call, '/api/v1/verification'),
  },
  {
    http: 404,
    status: 'not_found',
    when: 'nobody has this id',
    send: (call) => get(call, `${PATH}/ver_01h2xcejqtf2nbrexx3vqjhp41`),
  },
  {
    http: 405,
    status: 'method_not_allowed',
    when: 'the path has no such method',
    headers: { allow: /GET/ },
    send: (call) => post(call, '/api/v1/wallet', '{}'),
  },
  {
    http: 409,
    status: 'conflict',
    when: 'a client has as many API keys as it may have',
    send: (call) => repeat(21, () => post(call, '/api/v1/api-keys', JSON.stringify({ name: 'Key' }))),
  },
  {
    http: 413,
    status: 'payload_too_large',
    when: 'the body is larger than 32 KiB',
    send: (call) => post(call, PATH, JSON.stringify({ purpose: 'x'.repeat(32 * 1024) })),
  },
  {
    http: 415,
    status: 'unsupported_media_type',
    when: 'the body is of another type',
    send: (call) => post(call, PATH, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    http: 422,
    status: 'validation_failed',
    when: 'fields are wrong',
    more: ['errors'],
    send: (call) => post(call, PATH, '{}'),
  },
  {
    http: 422,
    status: 'validation_failed',
    when: 'the key belongs to another request',
    more: ['errors', 'request_id'],
    send: async (call) => {
      const key = randomUUID();
      await submit(call.service.api.client, call.client.token, { key });
      return post(call, PATH, JSON.stringify(requestBody({ purpose: 'Another purpose' })), {
        'idempotency-key': key,
      });
    },
  },
  {
    http: 429,
    status: 'rate_limited',
    when: 'a client sends more than its quota',
    headers: { 'retry-after': /^\d+$/, ratelimit: /r=0/, 'ratelimit-policy': /q=5;w=60/ },
    send: async (call) => {
      const key = randomUUID();
      const body = JSON.stringify(requestBody());
      return repeat(6, () => post(call, PATH, body, { 'idempotency-key': key }));
    },
  },
  {
    http: 429,
    status: 'rate_limited',
    when: 'an e-mail address had too many failed logins',
    headers: { 'retry-after': /^\d+$/, ratelimit: /r=0/, 'ratelimit-policy': /q=10;w=900/ },
    send: (call) => {
      const credentials = { email: call.client.email, password: 'not the password' };
      return repeat(11, () => post(call, '/api/v1/login', JSON.stringify(credentials)));
    },
  },
  {
    http: 500,
    status: 'internal_error',
    when: 'something is broken on our side',
    send: async (call) => {
      // No request can cause a 500, so a table is taken away from the service.
      await call.asOwner('ALTER TABLE wallets RENAME TO wallets_gone');
      try {
        return await get(call, '/api/v1/wallet');
      } finally {
        await call.asOwner('ALTER TABLE wallets_gone RENAME TO wallets');
      }
    },
  },
  {
    http: 503,
    status: 'provider_unavailable',
    when: 'the provider was reached but gave no usable answer',
    more: [
      'request_id',
      'service_code',
      'subject',
      'credits_reserved',
      'credits_charged',
      'created_at',
      'next_action',
    ],
    headers: { location: /^\/api\/v1\/verifications\/ver_/ },
    send: (call) => post(call, PATH, JSON.stringify(requestBody({ subject: '0001010007076' }))),
  },
  {
    http: 503,
    status: 'service_unavailable',
    when: 'PostgreSQL cannot be reached',
    more: ['stored'],
    headers: { 'retry-after': /^\d+$/ },
    send: async (call) => {
      call.database.sever();
      try {
        return await post(call, PATH, JSON.stringify(requestBody()));
      } finally {
        call.database.restore();
      }
    },
  },
];

describe('the error table', function () {
  this.timeout(30_000);

  let database: TestDatabase;
  let link: CuttingProxy;
  let service: Service;
  before(async () => {
    database = await createTestDatabase();
    link = await startCuttingProxy(database.url);
    const env = { DATABASE_URL: link.url, CLIENT_REQUESTS_PER_MINUTE: '5' };
    service = await startService({ database, env });
  });
  after(async () => {
    await service.stop();
    await link.close();
    await database.drop();
  });
  afterEach(() => service.expectSound());

  for (const { http, status, when, more, headers = {}, send } of TABLE) {
    it(`${http} ${status}: ${when}`, async () => {
      const client = await service.seedClient({ credits: 10 });
      const correlationId = `row-${randomUUID()}`;
      const answer = await send({
        service,
        client,
        headers: { 'x-correlation-id': correlationId },
        database: link,
        asOwner: (statement) => runAsOwner(database, statement),
      });
      expectError(answer, { httpStatus: http, status, ...(more !== undefined && { more }) });
      expect(answer.body.correlation_id).to.equal(correlationId);
      for (const [name, value] of Object.entries(headers)) {
        expect(answer.headers.get(name), name).to.match(value);
      }
      const text = JSON.stringify(answer.body);
      expect(text).not.to.match(/\bat .*:\d+:\d+|SELECT|INSERT|wallets|ECONN|SBX-|000101\d{7}/);
    });
  }
});

async function runAsOwner(database: TestDatabase, statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl, options: sessionIn('operator') });
  await owner.connect();
  try {
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}
