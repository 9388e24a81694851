import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import express, { type Response } from 'express';
import { createServer } from '../../../api/server.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('an answer without a length over HTTP/1.0', () => {
  let api: TestApi;
  let server: Server;
  let port: number;
  let answering: Promise<Response>;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    const app = express();
    answering = new Promise((resolve) => {
      app.get('/', (_req, res) => {
        res.write('half ');
        resolve(res);
      });
    });
    server = createServer(app, api.deps);
    port = await listen(server, 0, '127.0.0.1');
  });
  afterEach(() => closeServer(server, 0));

  /** Asks, and waits for the first half; `end` is what came, or the code of how the connection broke. */
  async function ask(): Promise<{ res: Response; end: Promise<string> }> {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    const end = readToEnd(socket);
    await once(socket, 'data');
    return { res: await answering, end };
  }

  async function readToEnd(socket: Socket): Promise<string> {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
    });
    const failure = await once(socket, 'end').catch((error: NodeJS.ErrnoException) => error);
    return failure instanceof Error ? String(failure.code) : text;
  }

  it('ends the connection in order when it is complete', async () => {
    const { res, end } = await ask();
    res.end('whole');
    expect(await end).to.match(/\r\n\r\nhalf whole$/);
  });

  it('resets the connection when it breaks off', async () => {
    const { res, end } = await ask();
    res.destroy(new Error('The database is away'));
    expect(await end).to.equal('ECONNRESET');
  });

  it('resets the connection when a stopping process waits no longer', async () => {
    const { end } = await ask();
    await closeServer(server, 10);
    expect(await end).to.equal('ECONNRESET');
  });
});
