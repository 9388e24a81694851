import { expect } from 'chai';
import express from 'express';
import { handleErrors } from '../../../api/errors/handle-errors.js';
import { createRequestLimit } from '../../../api/limits/request-limit.js';
import { correlate } from '../../../api/middleware/correlate.js';
import { createServer } from '../../../api/server.js';
import { waitFor } from '../../../harness/wait-for.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { useApiWithoutRedis } from '../../support/processes/without-redis.js';

describe('the limit of requests per client', () => {
  let api: TestApi;
  const close: (() => Promise<void>)[] = [];
  before(async () => {
    api = await startApi({ config: { clientRequestsPerMinute: 3 } });
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
  });
  after(async () => {
    for (const run of close) await run();
    await api.close();
  });

  /** One API process that does nothing but count, for the client named in the path. */
  async function startCounter(): Promise<TestClient> {
    const limit = createRequestLimit(api.deps);
    const app = express();
    app.use(correlate(api.deps));
    app.post('/:client', async (req, res) => {
      await limit.consume(req.params.client, res);
      res.json({});
    });
    app.use(handleErrors(api.deps));
    const server = createServer(app, api.deps);
    close.push(() => closeServer(server));
    return new TestClient(`http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`);
  }

  it('holds over processes, says on every answer what is left, and does not touch other clients', async () => {
    const [here, there] = [await startCounter(), await startCounter()];
    const answers = [await here.post('/one'), await there.post('/one'), await here.post('/one')];
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(answers.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0])).to.deep.equal([
      '"client-requests";r=2',
      '"client-requests";r=1',
      '"client-requests";r=0',
    ]);
    const refused = await there.post('/one');
    expect(refused.status).to.equal(429);
    expect(refused.body.status).to.equal('rate_limited');
    expect(refused.headers.get('ratelimit-policy')).to.equal('"client-requests";q=3;w=60');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
    expect((await there.post('/two')).status).to.equal(200);
  });

  it('gives requests that come at once each a place of its own, and lets no more than the quota through', async () => {
    const [here, there] = [await startCounter(), await startCounter()];
    const callers = [here, there, here, here, there, here, there, here];
    const answers = await Promise.all(callers.map((caller) => caller.post('/crowd')));
    const accepted = answers.filter(({ status }) => status === 200);
    const left = accepted.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0]);
    expect(left.sort()).to.deep.equal([
      '"client-requests";r=0',
      '"client-requests";r=1',
      '"client-requests";r=2',
    ]);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(5);
  });
});

describe('the limit of requests per client while Redis is away', () => {
  const withoutRedis = useApiWithoutRedis({ config: { clientRequestsPerMinute: 3 } });

  it('is one for submissions and preflights', async () => {
    const api = withoutRedis();
    const client = await api.signIn(await api.createClientUser());
    const body = {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Check before a synthetic contract',
      authority_confirmed: true,
      charge_approved: true,
    };
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      statuses.push((await client.post('/api/v1/verifications/preflight', body)).status);
    }
    const headers = { 'idempotency-key': 'a-key-of-its-own' };
    statuses.push((await client.post('/api/v1/verifications', body, { headers })).status);
    expect(statuses).to.deep.equal([200, 200, 200, 429]);
  });
});
