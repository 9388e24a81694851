import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import express from 'express';
import { closeWhenDraining } from '../../../api/middleware/close-when-draining.js';
import { closeServer, listen } from '../../../shared/ops/listen.js';

describe('closeWhenDraining', () => {
  const draining = { begun: false };
  let server: Server;
  let url: string;
  /** Lets the response to `/waiting` be sent. */
  let answer = (): void => undefined;

  beforeEach(async () => {
    draining.begun = false;
    const app = express();
    app.use(closeWhenDraining({ draining }));
    app.get('/waiting', (_req, res) => {
      answer = () => void res.json({ status: 'pending' });
      server.emit('arrived');
    });
    app.get('/own-head', (_req, res) => void res.writeHead(202, { 'X-Kept': 'yes' }).end());
    server = createServer(app);
    url = `http://127.0.0.1:${await listen(server, 0)}`;
  });
  afterEach(() => closeServer(server));

  it('leaves connections open while the process goes on', async () => {
    expect((await fetch(`${url}/own-head`)).headers.get('connection')).to.equal('keep-alive');
  });

  it('asks for another connection once the process is about to stop', async () => {
    draining.begun = true;
    const response = await fetch(`${url}/own-head`);
    expect(response.status).to.equal(202);
    expect(response.headers.get('x-kept')).to.equal('yes');
    expect(response.headers.get('connection')).to.equal('close');
  });

  it('asks those, too, who were waiting when that began', async () => {
    const arrived = once(server, 'arrived');
    const waiting = fetch(`${url}/waiting`);
    await arrived;
    draining.begun = true;
    answer();
    const response = await waiting;
    expect(await response.json()).to.deep.equal({ status: 'pending' });
    expect(response.headers.get('connection')).to.equal('close');
  });
});
