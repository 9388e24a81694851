import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('every answer', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const paths = ['/healthz', '/api/v1/me', '/nowhere', '/%ff'];
  for (const path of paths) {
    it(`of ${path} carries the headers that keep browsers from doing anything with it`, async () => {
      const { headers } = await api.client.get(path);
      expect(headers.get('content-security-policy')).to.equal("default-src 'none';frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).to.equal('nosniff');
      expect(headers.get('referrer-policy')).to.equal('no-referrer');
      expect(headers.get('cache-control')).to.equal('no-store');
      expect(headers.get('x-frame-options')).to.equal('DENY');
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('etag')).to.equal(null);
      expect(headers.get('strict-transport-security')).to.equal(null);
      expect(headers.get('x-correlation-id')).to.match(/^[0-9a-f-]{36}$/);
    });
  }

  it('promises https in production', async () => {
    const production = await startApi({ database: api.database, config: { production: true } });
    try {
      const { headers } = await production.client.get('/healthz');
      expect(headers.get('strict-transport-security')).to.equal('max-age=63072000; includeSubDomains');
    } finally {
      await production.close();
    }
  });

  it('grants nothing to a foreign Origin, not even to a preflight', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await api.client.send(method, '/api/v1/me', {
        headers: { origin: 'https://evil.example.test', 'access-control-request-method': 'POST' },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
    }
  });

  const kept = ['a', 'A.b_c-9', 'x'.repeat(64), '123e4567-e89b-42d3-a456-426614174000'];
  for (const id of kept) {
    it(`keeps the correlation id ${id.slice(0, 40)}`, async () => {
      const answer = await api.client.get('/nowhere', { headers: { 'x-correlation-id': id } });
      expect(answer.headers.get('x-correlation-id')).to.equal(id);
      expect(answer.body.correlation_id).to.equal(id);
    });
  }

  const replaced = [
    '',
    'a b',
    'x'.repeat(65),
    'ä',
    'a/b',
    '0001010000071',
    'job-0001010000071',
    '000101-0000-071',
    '000101.0000.071',
    'job_000101_0000_071',
  ];
  for (const id of replaced) {
    it(`has a correlation id of our own instead of "${id.slice(0, 40)}"`, async () => {
      const header = Buffer.from(id).toString('latin1');
      const answer = await api.client.get('/nowhere', { headers: { 'x-correlation-id': header } });
      expect(answer.headers.get('x-correlation-id')).to.match(/^[0-9a-f]{8}-/);
    });
  }

  const notFound = [
    '/nowhere',
    '/API/V1/me',
    '/api/v1/me/',
    '/api/v1//me',
    '/api/v0/me',
    '/api/v1/me;x',
    '/.env',
    '/%ff',
    '/..%2fetc',
  ];
  for (const path of notFound) {
    it(`of ${path} is a 404 in the one shape of errors`, async () => {
      const answer = await api.client.get(path);
      expect(answer.status).to.equal(404);
      expect(answer.body).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url');
      expect(answer.body.status).to.equal('not_found');
    });
  }

  const allowed: [string, string, string][] = [
    ['GET', '/api/v1/login', 'POST'],
    ['DELETE', '/api/v1/me', 'GET, HEAD'],
    ['PUT', '/api/v1/verifications', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/logout', 'POST'],
    ['PROPFIND', '/api/v1/wallet', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of allowed) {
    it(`of ${method} ${path} is a 405 that allows ${allow}`, async () => {
      const answer = await api.client.send(method, path, { headers: { 'x-http-method-override': 'GET' } });
      expect(answer.status).to.equal(405);
      expect(answer.body.status).to.equal('method_not_allowed');
      expect(answer.headers.get('allow')).to.equal(allow);
    });
  }

  it('of HEAD is that of GET without the body', async () => {
    const answer = await api.client.send('HEAD', '/healthz');
    expect(answer.status).to.equal(200);
    expect(answer.body).to.equal('');
  });

  it('of an unknown or repeated query parameter is a 422', async () => {
    const client = await api.signIn(await api.createClientUser());
    for (const path of ['/api/v1/me?x=1', '/healthz?x=1&x=2', '/readyz?__proto__=1']) {
      const answer = await client.get(path);
      expect(answer.status).to.equal(422);
      expect(answer.body.errors).to.have.length(1);
      expect(answer.body.errors[0].code).to.equal('unknown_field');
    }
    // Node's parser stops at a thousand parameters unless told otherwise, and counts empty ones.
    const late = await client.get(`/api/v1/me?${'&'.repeat(1_000)}x=1`);
    expect(late.status).to.equal(422);
    const login = await api.client.post('/api/v1/login?x=1', {});
    const codes = login.body.errors.map(({ code }: { code: string }) => code);
    expect(codes).to.deep.equal(['required', 'required', 'unknown_field']);
  });

  describe('is logged', () => {
    const lineOf = (correlationId: string) =>
      waitFor(
        () => api.logs().find((line) => line.correlation_id === correlationId && line.msg === 'request'),
        {
          describe: 'the log line of the request',
        },
      );

    it('in one line with method, route, status, duration and who it was', async () => {
      const user = await api.createClientUser();
      const client = await api.signIn(user);
      await client.get('/api/v1/me', { headers: { 'x-correlation-id': 'log-1' } });
      const line = await lineOf('log-1');
      expect(line).to.include({ method: 'GET', route: '/api/v1/me', status: 200, level: 'info' });
      expect(line).to.include({ user_id: user.publicId });
      expect(line.duration_ms).to.be.a('number');
    });

    it('with ids of ours and without the query or any other part of the path', async () => {
      const id = toPublicId('verification', newId());
      const client = await api.signIn(await api.createClientUser());
      await client.get(`/api/v1/verifications/${id}?subject=0001010000071`, {
        headers: { 'x-correlation-id': 'log-2' },
      });
      expect(await lineOf('log-2')).to.deep.include({ route: '/api/v1/verifications/:id', ids: [id] });
      await client.get('/api/v1/verifications/0001010000071', { headers: { 'x-correlation-id': 'log-3' } });
      await client.get('/lookup/0001010000071', { headers: { 'x-correlation-id': 'log-4' } });
      expect(await lineOf('log-3')).not.to.have.property('ids');
      expect(await lineOf('log-4')).to.include({ route: 'unknown', status: 404 });
      expect(JSON.stringify(api.logs())).not.to.include('0001010000071');
    });

    it('without tokens, passwords or e-mail addresses', async () => {
      const user = await api.createClientUser();
      const token = await api.login(user);
      await api.client.withToken(token).get('/api/v1/me', { headers: { 'x-correlation-id': 'log-5' } });
      await lineOf('log-5');
      const text = JSON.stringify(api.logs());
      for (const secret of [user.email, user.password, token, token.split('.')[2] ?? token]) {
        expect(text).not.to.include(secret);
      }
    });
  });
});
