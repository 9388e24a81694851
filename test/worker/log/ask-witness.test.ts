import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { askWitness } from '../../../worker/log/ask-witness.js';

const MEGABYTE = 1024 * 1024;

describe('a witness whose answer never ends', () => {
  let server: Server;
  let sent = 0;

  /** Sends as much as is taken. */
  function send(response: ServerResponse): void {
    const part = Buffer.alloc(64 * 1024, 'x');
    while (!response.destroyed && response.write(part)) sent += part.length;
  }

  before(async () => {
    server = createServer((_request, response) => {
      response.writeHead(422);
      response.on('drain', () => send(response));
      send(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('is believed no more than its beginning, and hung up on', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const witness = { url, name: 'witness.test', verifierKey: 'witness.test+00000000+AAAA' };
    const answer = await askWitness(witness, { old: 0, proof: [], note: 'log\n1\nroot\n\n' });
    expect(answer).to.deep.equal({ kind: 'refused', status: 422, why: 'x'.repeat(10_000) });
    expect(sent).to.be.lessThan(20 * MEGABYTE);
  });
});
