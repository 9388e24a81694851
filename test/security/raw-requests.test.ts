import { connect } from 'node:net';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { sendRaw } from '../support/http/raw-http.js';
import { startApi, type TestApi } from '../support/processes/app.js';

const JSON_BODY = '{"email":"nobody@example.test","password":"x"}';
const HEAD = 'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
/** A request that a proxy in front would not notice, if two readers disagreed about the end of the first one. */
const SMUGGLED = 'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Correlation-Id: smuggled\r\n\r\n';
const get = (lines: string): string => `GET /healthz HTTP/1.1\r\n${lines}\r\n`;

/** Requests whose end or parts two readers could locate differently: refused as a whole, and the connection closed. */
const AMBIGUOUS: readonly [what: string, request: string][] = [
  [
    'a length and chunks',
    `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'chunks and a length',
    `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 46\r\n\r\n${JSON_BODY}`],
  ['the same length twice', `${HEAD}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${SMUGGLED}`],
  ['lengths in a list', `${HEAD}Content-Length: 2, 2\r\n\r\n{}${SMUGGLED}`],
  ['a length with a sign', `${HEAD}Content-Length: +2\r\n\r\n{}`],
  ['a negative length', `${HEAD}Content-Length: -1\r\n\r\n{}`],
  ['a length in hexadecimal', `${HEAD}Content-Length: 0x2\r\n\r\n{}`],
  ['a length without end', `${HEAD}Content-Length: 99999999999999999999\r\n\r\n{}`],
  ['chunks that are not last', `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['an unknown coding', `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a chunk size that is none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size with a sign', `${HEAD}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size beyond all bounds', `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n{}\r\n`],
  [
    'a chunk longer than its size',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${SMUGGLED}`,
  ],
  ['a space before the colon', `${HEAD}Content-Length : 2\r\n\r\n{}${SMUGGLED}`],
  ['a space before a name', get('Host: x\r\n X-A: b\r\n')],
  ['a folded header', get('Host: x\r\nX-A: b\r\n\tc\r\n')],
  ['a NUL in a header', get('Host: x\r\nX-A: b\0c\r\n')],
  ['a carriage return in a header', get('Host: x\r\nX-A: b\rX-B: c\r\n')],
  ['a header without a colon', get('Host: x\r\nNonsense\r\n')],
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n'],
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two Hosts', get('Host: x\r\nhost: x\r\n')],
  ['65 headers', get(`Host: x\r\n${'X-A: b\r\n'.repeat(64)}`)],
  // Whatever headers Node.js drops, nothing is judged without its token, its key or its length.
  ['a thousand headers', get(`Host: x\r\n${'X-A: b\r\n'.repeat(999)}`)],
  ['an HTTP version that is none', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a method that is none', 'G(T /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a space', 'GET /health z HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a target with a NUL', 'GET /health\0z HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['TLS', Buffer.from('160301020001000001fc0303', 'hex').toString('latin1')],
];

/** Well-formed but odd, and answered accordingly. */
const ODD: readonly [what: string, request: string, status: number][] = [
  ['TRACE', 'TRACE /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ['OPTIONS for the whole server', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  [
    'a target that names another host',
    'GET http://evil.example.test/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    404,
  ],
  ['dots in the target', 'GET /api/v1/../v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ['two slashes', 'GET //api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ['a target of 14 kB', `GET /${'a'.repeat(14_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 404],
  ['headers of 20 kB', get(`Host: x\r\nX-A: ${'a'.repeat(20_000)}\r\n`), 431],
  ['64 headers', get(`Host: x\r\n${'X-A: b\r\n'.repeat(62)}Connection: close\r\n`), 200],
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.0 and 65 headers', `GET /healthz HTTP/1.0\r\n${'X-A: b\r\n'.repeat(65)}\r\n`, 400],
  ['HTTP/0.9', 'GET /healthz\r\n\r\n', 200],
  ['two spaces in its first line', 'GET  /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
  [
    'two Authorization headers',
    'GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
    401,
  ],
  [
    'a Range',
    'GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1,0-1,0-1\r\nConnection: close\r\n\r\n',
    200,
  ],
];

describe('a request below HTTP clients', function () {
  this.timeout(60_000);

  let api: TestApi;
  before(async () => {
    api = await startApi({
      limits: { headersTimeout: 400, requestTimeout: 800, connectionsCheckingInterval: 50 },
    });
  });
  after(() => api.close());

  for (const [what, request] of AMBIGUOUS) {
    it(`with ${what} is refused whole, and its connection is closed`, async () => {
      const answer = await sendRaw(api.url, Buffer.from(request, 'latin1'));
      expect(answer.status).to.equal(400);
      expect(answer.head).to.match(/\r\nConnection: close/i);
      const { length } = `${answer.head}${answer.body}`.match(/HTTP\/1\.1 \d/g) ?? [];
      expect(length, 'answers on the connection').to.equal(1);
      const seen = api.logs().some((line) => line.correlation_id === 'smuggled');
      expect(seen, 'what came behind was taken for a request').to.equal(false);
    });
  }

  for (const [what, request, status] of ODD) {
    it(`with ${what} is answered with ${status}`, async () => {
      const answer = await sendRaw(api.url, request);
      expect(answer.status).to.equal(status);
      expect(answer.head).not.to.match(/evil\.example|x-powered-by|^server:/im);
    });
  }

  it('may come with others on one connection, each answered in its place', async () => {
    const requests = [
      'GET /api/v1/me HTTP/1.1\r\nHost: x\r\n\r\n',
      `${HEAD}Content-Length: 2\r\n\r\n{}`,
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ];
    const { head, body } = await sendRaw(api.url, requests.join(''));
    const statuses = [...`${head}\r\n${body}`.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).to.deep.equal(['401', '422', '200']);
  });

  const slow: readonly [what: string, first: string, drip: string][] = [
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n'],
    ['bytes of the body', `${HEAD}Content-Length: 30000\r\n\r\n{`, ' '],
    ['chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ];
  for (const [what, first, drip] of slow) {
    it(`with ${what} that come drop by drop is cut off, and a hundred of them harm nobody`, async () => {
      const { hostname, port } = new URL(api.url);
      let closed = 0;
      const sockets = Array.from({ length: 100 }, () => {
        const socket = connect(Number(port), hostname);
        socket
          .on('error', () => undefined)
          .on('close', () => {
            closed += 1;
          });
        socket.write(first);
        const timer = setInterval(() => socket.writable && socket.write(drip), 50);
        socket.on('close', () => clearInterval(timer));
        return socket;
      });
      expect((await api.client.get('/healthz')).status).to.equal(200);
      await waitFor(() => closed === sockets.length, {
        timeoutMs: 20_000,
        describe: 'the slow connections are cut off',
      });
      expect((await api.client.get('/healthz')).status).to.equal(200);
    });
  }

  it('whose answer nobody reads costs bounded memory, and harms nobody', async () => {
    const { hostname, port } = new URL(api.url);
    const before = process.memoryUsage.rss();
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).pause();
      for (let index = 0; index < 10; index += 1) {
        socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
      }
      return socket;
    });
    try {
      expect((await api.client.get('/healthz')).status).to.equal(200);
      expect(process.memoryUsage.rss() - before).to.be.below(300 * 1024 * 1024);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
