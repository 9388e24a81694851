import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import express, { type Response } from 'express';
import { createServer } from '../../../api/server.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const OFFER = 'Host: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n';
const OTHER = 'GET /other HTTP/1.1\r\nHost: a\r\n\r\n';
/** A request whose body looks like one, which an intermediary has let through as a body. */
const HEAD = `POST /next HTTP/1.1\r\nHost: a\r\nContent-Length: ${OTHER.length}\r\n\r\n`;

describe('a request that offers to change the protocol', () => {
  let api: TestApi;
  let server: Server;
  let socket: Socket;
  let handled: string[];
  let offered: Promise<Response>;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    handled = [];
    const app = express();
    offered = new Promise((resolve) => {
      app.use((req, res) => {
        handled.push(req.url);
        req.resume();
        if (req.url === '/offer') resolve(res);
        else res.end();
      });
    });
    server = createServer(app, api.deps);
    socket = connect(await listen(server, 0, '127.0.0.1'), '127.0.0.1');
  });
  afterEach(() => closeServer(server, 0));

  /** Answers the offer, and returns all that its connection brings until it ends. */
  async function answer(): Promise<string> {
    let text = '';
    socket.on('data', (bytes) => {
      text += String(bytes);
    });
    (await offered).end('as before');
    await once(socket, 'end');
    return text;
  }

  it('is answered by HTTP/1.1, and is the last one on its connection', async () => {
    socket.write(`GET /offer HTTP/1.1\r\n${OFFER}\r\n`);
    expect(await answer()).to.match(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*as before$/s);
  });

  it('is read with its body', async () => {
    socket.write(`POST /offer HTTP/1.1\r\n${OFFER}Content-Length: 4\r\n\r\nbody${OTHER}`);
    expect(await answer()).to.include('\r\nConnection: close\r\n');
    expect(handled).to.deep.equal(['/offer']);
  });

  it('does not turn the body of a request sent right after it into a request', async () => {
    socket.write(`GET /offer HTTP/1.1\r\n${OFFER}\r\n${HEAD}`);
    const { req } = await offered;
    const { bytesRead } = req.socket;
    socket.write(OTHER);
    while (req.socket.bytesRead === bytesRead) await turn();
    expect(await answer()).to.match(/as before$/);
    expect(handled).to.deep.equal(['/offer']);
  });

  it('leaves the connection open if the header Connection does not name the offer', async () => {
    socket.write(
      `GET /offer HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n${OTHER.replace('Host', 'Connection: close\r\nHost')}`,
    );
    expect((await answer()).match(/HTTP\/1\.1 200/g)).to.have.length(2);
    expect(handled).to.deep.equal(['/offer', '/other']);
  });
});
