import { expect } from 'chai';
import { startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { BOARD, press, signInAtPortal, signInStaff } from './board.js';

const QUEUE = `${BOARD}/api/queues/${CHECK_QUEUE}`;

describe('the queue dashboard', () => {
  let api: TestApi;
  let browser: TestClient;
  before(async () => {
    api = await startApi();
    browser = await signInStaff(api);
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  after(() => api.close());

  for (const role of ['support', 'admin'] as const) {
    it(`opens for a signed-in ${role}`, async () => {
      const staff = await signInStaff(api, role);
      const page = await staff.get(BOARD);
      expect(page.status).to.equal(200);
      expect(page.headers.get('content-type')).to.contain('text/html');
      expect((await staff.get(`${BOARD}/queue/${CHECK_QUEUE}`)).status).to.equal(200);
      const { body } = await staff.get(
        `${BOARD}/api/queues?activeQueue=${CHECK_QUEUE}&page=1&jobsPerPage=10`,
      );
      expect(body.queues.map(({ name }: { name: string }) => name)).to.deep.equal([CHECK_QUEUE]);
    });
  }

  it('is logged and counted with its address', async () => {
    const correlationId = 'board-route';
    const asked = { headers: { 'x-correlation-id': correlationId } };
    await browser.get(`${BOARD}/queue/${CHECK_QUEUE}`, asked);
    const { route } = await waitFor(
      () => api.logs().find((line) => line.correlation_id === correlationId && line.msg === 'request'),
      { describe: 'it is logged' },
    );
    expect(route).to.match(/^\/ops\/queues\/queue\/:/);
    expect(await api.registry.metrics()).to.include(`route="${route}"`);
  });

  it('answers 401 to everybody else, whatever the address and method', async () => {
    const clientUser = await api.createClientUser();
    const support = await api.createStaff('support');
    const strangers = {
      nobody: api.client,
      'a client at the portal': await signInAtPortal(api, clientUser),
      'a client with a token': await api.signIn(clientUser),
      'support with a token instead of the cookie': await api.signIn(support),
    };
    const script = (await browser.get(BOARD)).body.match(/static\/js\/[\w.-]+\.js/)[0];
    const paths = [
      '',
      '/',
      `/queue/${CHECK_QUEUE}`,
      `/${script}`,
      '/static/favicon.ico',
      '/api/queues',
      '/api/redis/stats',
      `/api/queues/${CHECK_QUEUE}/obliterate`,
      '/nowhere',
    ];
    for (const [who, stranger] of Object.entries(strangers)) {
      for (const path of paths) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
          const answer = await stranger.send(method, `${BOARD}${path}`);
          expect(answer.status, `${who}: ${method} ${path}`).to.equal(401);
        }
      }
    }
  });

  it('lets no other site press anything with a cookie that the browser sends along', async () => {
    const user = await api.createStaff('admin');
    const login = await api.client.post('/api/v1/login', {
      email: user.email,
      password: user.password,
      session: 'cookie',
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const origins: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example.test' },
      { origin: 'null' },
    ];
    for (const origin of origins) {
      const foreign = new TestClient(api.url, { cookie, ...origin });
      expect((await press(foreign, `${CHECK_QUEUE}/pause`)).status).to.equal(401);
    }
    expect(await (await api.deps.checkQueue.bullmq()).isPaused()).to.equal(false);
  });

  it('loads everything from this host, under a policy that allows nothing else', async () => {
    const page = await browser.get(BOARD);
    expect(page.headers.get('content-security-policy')).to.equal(
      "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self';connect-src 'self';base-uri 'self';form-action 'none';frame-ancestors 'none'",
    );
    expect(page.headers.get('x-powered-by')).to.equal(null);
    expect(page.body).to.not.match(/(?:src|href)="(?:https?:)?\/\//);
    const files = [...page.body.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
    expect(files).to.have.length.above(4);
    for (const file of files) {
      const answer = await browser.get(`${BOARD}/${file}`);
      expect(answer.status, file).to.equal(200);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(answer.headers.get('x-powered-by')).to.equal(null);
    }
  });

  it('shows ids and nothing else of what a job holds', async () => {
    const queue = await api.deps.checkQueue.bullmq();
    const id = newId();
    const data = { check_id: id, subject: 'canary-subject' };
    await queue.add('run-check', data, { jobId: id });
    await queue.add('run-check', { check_id: 'canary-forged' }, { jobId: newId() });
    const list = await browser.get(`${BOARD}/api/queues?activeQueue=${CHECK_QUEUE}&page=1&jobsPerPage=10`);
    const job = await browser.get(`${QUEUE}/${id}`);
    expect(JSON.stringify(list.body)).to.contain(id).and.not.contain('canary');
    expect(job.body.job.data).to.deep.equal({ check_id: id });
    await queue.obliterate({ force: true });
  });

  const refused: [string, string, object?][] = [
    ['POST', '/add', { name: 'run-check', data: { check_id: newId() } }],
    ['PATCH', '/some-job/update-data', { jobData: {} }],
    ['PATCH', '/some-job/delay', { delay: 1 }],
    ['PATCH', '/some-job/priority', { priority: 1 }],
    ['PUT', '/concurrency', { concurrency: 1 }],
    ['PUT', '/rate-limit', { max: 1, duration: 1_000 }],
    ['PUT', '/job-schedulers/x/run'],
    ['PUT', '/some-job/remove-unprocessed-children'],
    ['DELETE', ''],
    ['PUT', '/%70ause'],
    ['PUT', '/Pause'],
    ['PUT', '/pause/'],
  ];
  for (const [method, path, json] of refused) {
    it(`has no button for ${method} ${path}`, async () => {
      const answer = await browser.send(method, `${QUEUE}${path}`, { json });
      expect(answer.status).to.equal(405);
      expect(answer.headers.get('allow')).to.equal('GET, HEAD');
    });
  }

  it('writes into the audit log what is pressed, by whom, and on what', async () => {
    const user = await api.createStaff('admin');
    const admin = await signInAtPortal(api, user);
    const jobId = newId();
    expect((await press(admin, `${CHECK_QUEUE}/pause`)).status).to.equal(200);
    expect((await press(admin, `${CHECK_QUEUE}/resume`)).status).to.equal(200);
    expect((await press(admin, `${CHECK_QUEUE}/clean/failed`)).status).to.equal(200);
    expect((await press(admin, `${CHECK_QUEUE}/${jobId}/retry`)).status).to.equal(404);
    const acts = (await auditOf(api.db, CHECK_QUEUE)).filter(({ actor }) => actor === user.publicId);
    expect(acts.map(({ action, details }) => [action, details])).to.deep.equal([
      ['queue.pause', {}],
      ['queue.resume', {}],
      ['queue.clean', { status: 'failed' }],
      ['queue.retry', { job: jobId }],
    ]);
  });

  it('is a 503 while Redis is away, and back with it', async () => {
    const redis = await startOwnRedis();
    const other = await startApi({ database: api.database, redisUrl: redis.url });
    try {
      const staff = await signInStaff(other);
      await waitFor(async () => (await staff.get(BOARD)).status === 200, { describe: 'the board opens' });
      await redis.crash();
      await waitFor(async () => (await staff.get(`${BOARD}/api/queues`)).status === 503, {
        describe: 'the board says that Redis is away',
      });
      await redis.restart();
      await waitFor(async () => (await staff.get(`${BOARD}/api/queues?page=1`)).status === 200, {
        describe: 'the board is back',
      });
    } finally {
      await other.close();
      await redis.remove();
    }
  });
});
