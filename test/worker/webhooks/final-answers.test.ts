import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { closeServer } from '../../../shared/ops/listen.js';
import { createSender, type SendResult } from '../../../worker/webhooks/send.js';

describe('an attempt at a webhook', () => {
  /** So long that a test that waits for it fails. */
  const send = createSender({ production: false, timeoutMs: 60_000 });

  async function postTo(answer: (socket: Socket) => void): Promise<SendResult | undefined> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => answer(socket));
    });
    const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
    try {
      return await send({ url, headers: {}, body: '{}' }, new AbortController().signal);
    } finally {
      await closeServer(server as never);
    }
  }

  for (const [what, header] of [
    ['that says to which', 'Upgrade: other/1\r\nConnection: Upgrade\r\n'],
    ['that does not say to which', ''],
  ]) {
    it(`takes a switch to another protocol ${what} for the answer that it is`, async () => {
      const result = await postTo((socket) =>
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${header}\r\n`),
      );
      expect(result).to.deep.equal({ status: 101, error: 'http_error' });
    });
  }

  it('waits for what follows answers that are not the last', async () => {
    const result = await postTo((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n');
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
    expect(result).to.deep.equal({ status: 204, error: null });
  });
});
