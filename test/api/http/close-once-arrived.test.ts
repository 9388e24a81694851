import { once } from 'node:events';
import { createServer as createHttpServer, type Server, type ServerOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createServer } from '../../../api/server.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const SIZE = 4 * 1024 * 1024;

/** What to do when a release of Node.js closes connections in another way. */
const ADVICE =
  'Node.js no longer closes an answered connection with socket.destroySoon, which api/http/close-once-arrived.ts replaces: compare resOnFinish in lib/_http_server.js. Without it, the answer to an upload is lost (RFC 9112, 9.6)';

describe('A request that is answered before it has arrived', () => {
  let api: TestApi;
  let server: Server;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  afterEach(() => closeServer(server, 0));

  /** Sends a head that announces a body and asks for the connection to be closed, and returns the whole answer. */
  async function begin(limits: ServerOptions = {}): Promise<{ socket: Socket; answer: string }> {
    const app = express();
    app.use((_req, res) => void res.status(401).end('not yours'));
    server = createServer(app, api.deps, limits);
    const port = await listen(server, 0, '127.0.0.1');
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${SIZE}\r\n\r\n`);
    await once(socket, 'end');
    return { socket, answer };
  }

  it('is closed by what is replaced here, which Node.js does not document', async () => {
    let closed = 0;
    server = createHttpServer(({ socket }, res) => {
      const { destroySoon } = socket;
      socket.destroySoon = () => {
        closed += 1;
        destroySoon.call(socket);
      };
      res.setHeader('connection', 'close').end();
    });
    const socket = connect({ port: await listen(server, 0, '127.0.0.1'), host: '127.0.0.1' });
    socket.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'end');
    expect(closed, ADVICE).to.equal(1);
  });

  it('may go on arriving on a connection that is to be closed, which is not reset', async () => {
    const { socket, answer } = await begin();
    expect(answer).to.match(/^HTTP\/1\.1 401 .*Connection: close.*not yours$/s);
    socket.end(Buffer.alloc(SIZE, 'x'));
    const [hadError] = await once(socket, 'close');
    expect(hadError).to.equal(false);
    expect(socket.bytesWritten).to.be.greaterThan(SIZE);
  });

  it('keeps the connection no longer than a request may take', async () => {
    const limits = { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 100 };
    const { socket } = await begin(limits);
    socket.on('error', () => undefined);
    const trickle = setInterval(() => socket.write('x'), 50);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(trickle);
  });
});
