import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { answer, call, POSITIVE, SHORT_MS, send } from '../../../support/provider/provider-call.js';

const GOOD = selfSignedCertificate(['localhost']);
const trusting = { certificateAuthority: GOOD.cert };

describe('a provider call over TLS', () => {
  useRealNetwork();

  it('is answered when the certificate is good', async () => {
    const { verdict, hits } = await call(answer(200, POSITIVE), trusting, GOOD);
    expect([verdict, hits]).to.deep.equal(['answered positive', 1]);
  });

  for (const [what, behave] of [
    ['an abrupt close', (socket: Socket) => socket.destroy()],
    ['a FIN', (socket: Socket) => socket.end()],
    ['half an answer', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
  ] as const) {
    it(`is uncertain after ${what} once the handshake was done, with one hit`, async () => {
      const { verdict, hits } = await call(behave, trusting, GOOD);
      expect([verdict, hits]).to.deep.equal(['uncertain no_answer incomplete', 1]);
    });
  }

  it('is not sent to a certificate that nobody vouches for', async () => {
    const { exchange, hits } = await call(answer(200, POSITIVE), {}, GOOD);
    expect(exchange).to.deep.equal({ kind: 'not_sent', error: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(hits).to.equal(0);
  });

  it('is not sent to a certificate of another host', async () => {
    const other = selfSignedCertificate(['other.example.test'], []);
    const { exchange, hits } = await call(answer(200, POSITIVE), { certificateAuthority: other.cert }, other);
    expect(exchange).to.deep.equal({ kind: 'not_sent', error: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(hits).to.equal(0);
  });

  it('is not sent to a bad certificate even when the environment says not to look', async () => {
    const saved = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const { exchange, hits } = await call(answer(200, POSITIVE), {}, GOOD);
      expect([exchange.kind, hits]).to.deep.equal(['not_sent', 0]);
    } finally {
      if (saved === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = saved;
    }
  });

  for (const [what, behave] of [
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['hangs up', (socket: Socket) => socket.end()],
    ['speaks something else', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['says nothing', () => {}],
  ] as const) {
    it(`is not sent when the other side ${what} in the handshake`, async () => {
      let accepted: Socket | undefined;
      const server = createServer((socket) => {
        accepted = socket.on('error', () => {});
        socket.once('data', () => behave(socket));
      });
      const port = await listenOnLoopback(server);
      const exchange = await send(`https://127.0.0.1:${port}`, { ...trusting, timeoutMs: SHORT_MS });
      expect(exchange.kind).to.equal('not_sent');
      accepted?.destroy();
      server.close();
    });
  }
});
