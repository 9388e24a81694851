import { once } from 'node:events';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { expect } from 'chai';
import express from 'express';
import { MAX_PENDING_RESPONSES } from '../../api/http/pending-responses.js';
import { createServer } from '../../api/server.js';
import { waitFor } from '../../harness/wait-for.js';
import { closeServer, listen } from '../../shared/ops/listen.js';
import { TestClient } from '../support/http/client.js';
import { sendRaw } from '../support/http/raw-http.js';
import { startApi, type TestApi } from '../support/processes/app.js';

describe('the server', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({
      limits: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
    });
  });
  after(() => api.close());

  it('closes a connection whose headers come too slowly', async () => {
    const answer = await sendRaw(api.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expect(answer.status).to.equal(408);
    expect(answer.tookMs).to.be.within(150, 2_000);
  });

  it('closes a connection whose body comes too slowly', async () => {
    const answer = await sendRaw(
      api.url,
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"a',
    );
    expect(answer.status).to.equal(408);
    expect(JSON.parse(answer.body)).to.include({ status: 'malformed_request' });
    expect(answer.tookMs).to.be.within(300, 3_000);
  });

  it('lets an answer take longer than a request may', async () => {
    const app = express();
    app.get('/', (_req, res) => void setTimeout(() => res.json({ late: true }), 700));
    const server = createServer(app, api.deps, {
      headersTimeout: 100,
      requestTimeout: 200,
      connectionsCheckingInterval: 50,
    });
    try {
      const port = await listen(server, 0, '127.0.0.1');
      const answer = await new TestClient(`http://127.0.0.1:${port}`).get('/');
      expect(answer.body).to.deep.equal({ late: true });
    } finally {
      await closeServer(server);
    }
  });

  it('has the limits of the contract when nothing else is said', () => {
    const server = createServer(express(), api.deps);
    expect(server).to.include({
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      maxHeadersCount: 65,
      timeout: 60_000,
    });
  });

  describe('with an app of its own', () => {
    const app = express();
    /** Ends of answers, in the order in which they were begun. */
    let begun: string[];
    let server: Server;
    let port: number;
    beforeEach(async () => {
      begun = [];
      server = createServer(app, api.deps, { timeout: 300 });
      port = await listen(server, 0, '127.0.0.1');
    });
    afterEach(async () => {
      server.closeAllConnections();
      await closeServer(server);
    });
    app.get('/large', (_req, res) => void res.send(Buffer.alloc(32 * 1024 * 1024)));
    app.get('/late', (_req, res) => void setTimeout(() => res.json({ late: true }), 700));
    app.get('/:name', (req, res) => {
      begun.push(req.params.name);
      res.send(req.params.name);
    });

    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

    it('drops a caller that stops taking its answer', async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(ask('/large'));
      await once(socket, 'readable');
      await waitFor(async () => (await connections(server)) === 0, { describe: 'no connection' });
      socket.destroy();
    });

    it('does not drop a caller that waits for its answer for longer than that', async () => {
      const answer = await new TestClient(`http://127.0.0.1:${port}`).get('/late');
      expect(answer.body).to.deep.equal({ late: true });
    });

    it('serves others between the requests that one connection sends ahead', async () => {
      const ahead = connect(port, '127.0.0.1');
      const other = connect(port, '127.0.0.1');
      await Promise.all([once(ahead, 'connect'), once(other, 'connect')]);
      ahead.write(ask('/ahead').repeat(90));
      other.write(ask('/other'));
      await waitFor(() => begun.length === 91, { describe: 'every answer' });
      expect(begun.indexOf('other')).to.be.lessThan(90);
      ahead.destroy();
      other.destroy();
    });

    it('drops a connection that sends too many requests ahead, and begins none of them', async () => {
      const { body } = await sendRaw(
        `http://127.0.0.1:${port}`,
        ask('/late') + ask('/ahead').repeat(MAX_PENDING_RESPONSES),
      );
      expect(body).to.equal('');
      expect(begun).to.deep.equal([]);
    });
  });

  const broken: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    [
      'an unknown expectation',
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n', 400],
    ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n', 400],
    ['headers of 20 KB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [what, bytes, status] of broken) {
    it(`answers ${what} with ${status} and closes`, async () => {
      const answer = await sendRaw(api.url, bytes);
      expect(answer.status).to.equal(status);
      expect(answer.head).not.to.match(/x-powered-by/i);
      expect(answer.head).to.match(
        /^content-security-policy: default-src 'none';frame-ancestors 'none'\r?$/im,
      );
      expect(answer.head).to.match(/^referrer-policy: no-referrer\r?$/im);
      expect(answer.head).to.match(/^cache-control: no-store\r?$/im);
      const { correlation_id, ...error } = JSON.parse(answer.body);
      expect(error).to.have.all.keys('status', 'message', 'doc_url');
      expect(error.status).to.equal('malformed_request');
      expect(answer.head.toLowerCase()).to.include(`x-correlation-id: ${correlation_id}`);
    });
  }

  it('answers HTTP/1.0, which has neither Host nor Expect, and the expectation that there is', async () => {
    expect((await sendRaw(api.url, 'GET /healthz HTTP/1.0\r\nExpect: x\r\n\r\n')).status).to.equal(200);
    const { status, body } = await sendRaw(
      api.url,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n',
    );
    expect(status).to.equal(100);
    expect(body).to.match(/^HTTP\/1\.1 200 /);
  });

  it('answers what is no HTTP in the shape of every other error', async () => {
    const { body, head } = await sendRaw(api.url, 'hello\r\n\r\n');
    expect(JSON.parse(body)).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url');
    const { correlation_id } = JSON.parse(body);
    expect(head).to.include(`X-Correlation-Id: ${correlation_id}`);
    const lines = api.logs().filter((line) => line.correlation_id === correlation_id);
    expect(lines).to.have.lengthOf(1);
    expect(lines[0]).to.include({ msg: 'broken request', status: 400, code: 'HPE_INVALID_METHOD' });
    expect(JSON.stringify(api.logs())).not.to.include('hello');
  });

  describe('asked to CONNECT', () => {
    const CONNECT = 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nX-Correlation-Id: of-the-caller\r\n\r\n';

    it('answers 405 with Allow in the shape of every other error, and closes', async () => {
      const { status, head, body } = await sendRaw(api.url, CONNECT);
      expect(status).to.equal(405);
      expect(JSON.parse(body)).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url');
      expect(JSON.parse(body)).to.include({
        status: 'method_not_allowed',
        correlation_id: 'of-the-caller',
        doc_url: '/docs/errors/method_not_allowed',
      });
      expect(head)
        .to.match(/^Allow: GET, HEAD, POST, PUT, PATCH, DELETE\r?$/m)
        .and.match(/^X-Correlation-Id: of-the-caller\r?$/m)
        .and.match(/^cache-control: no-store\r?$/im);
      expect(api.logs().filter((line) => line.correlation_id === 'of-the-caller')).to.have.lengthOf(1);
    });

    it('answers what was asked before it first', async () => {
      const { status, body } = await sendRaw(api.url, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${CONNECT}`);
      expect(status).to.equal(200);
      expect(body).to.match(/HTTP\/1\.1 405 /);
    });

    it('outlives a caller that resets the connection', async () => {
      const { hostname, port } = new URL(api.url);
      const waiting = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
      const socket = connect(Number(port), hostname, () => {
        socket.write(waiting + CONNECT, () => socket.resetAndDestroy());
      });
      await once(socket, 'close');
      expect((await sendRaw(api.url, CONNECT)).status).to.equal(405);
    });
  });

  it('makes requests and answers with the prototypes that Express is going to set, so that setting them does nothing', async () => {
    const app = express();
    app.get(
      '/',
      (req, res) => void res.json({ app: req.app === app, express: req.get('host') !== undefined }),
    );
    const server = createServer(app, api.deps);
    const seen: boolean[] = [];
    server.prependListener('request', (req, res) => {
      seen.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response);
      seen.push(req instanceof IncomingMessage, res instanceof ServerResponse);
    });
    try {
      const port = await listen(server, 0, '127.0.0.1');
      const answer = await new TestClient(`http://127.0.0.1:${port}`).get('/');
      expect(answer.body).to.deep.equal({ app: true, express: true });
      expect(seen).to.deep.equal([true, true, true, true]);
    } finally {
      await closeServer(server);
    }
  });
});

/** Connections that the server has. */
function connections(server: Server): Promise<number> {
  return promisify<number>((done) => server.getConnections(done))();
}
