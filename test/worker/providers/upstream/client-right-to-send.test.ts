import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { type RawProvider, startRawProvider } from '../../../../harness/raw-provider.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { waitFor } from '../../../../harness/wait-for.js';
import type { MayStillSend } from '../../../../worker/providers/provider.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { answer, POSITIVE, SHORT_MS, send } from '../../../support/provider/provider-call.js';

const CERTIFICATE = selfSignedCertificate(['localhost']);
const never: MayStillSend = () => new Promise(() => undefined);

for (const tls of [undefined, CERTIFICATE]) {
  describe(`the right to send a call over ${tls === undefined ? 'TCP' : 'TLS'}`, () => {
    useRealNetwork();
    const options = tls === undefined ? {} : { certificateAuthority: tls.cert };

    let provider: RawProvider;
    beforeEach(async () => {
      provider = await startRawProvider(answer(200, POSITIVE), tls);
    });
    afterEach(() => provider.close());

    it('is asked for on the open connection, before any byte of the request', async () => {
      let askedAt: { connections: number; hits: number } | undefined;
      const exchange = await send(provider.url, options, async () => {
        await waitFor(() => provider.connections() === 1, { describe: 'the provider has the connection' });
        askedAt = { connections: provider.connections(), hits: provider.hits() };
        return undefined;
      });
      expect(askedAt).to.deep.equal({ connections: 1, hits: 0 });
      expect([exchange.kind, provider.hits()]).to.deep.equal(['answer', 1]);
    });

    for (const [why, mayStillSend] of [
      ['right_lost', async () => 'right_lost'],
      ['right_unknown', () => Promise.reject(new Error('no database'))],
    ] as const satisfies readonly (readonly [string, MayStillSend])[]) {
      it(`holds the request back when it is refused: ${why}`, async () => {
        const exchange = await send(provider.url, options, mayStillSend);
        expect(exchange).to.deep.equal({ kind: 'not_sent', error: why, withheld: true });
        expect(provider.hits()).to.equal(0);
      });
    }

    it('is asked for within the hard deadline of the call', async () => {
      const exchange = await send(provider.url, { ...options, timeoutMs: SHORT_MS }, never);
      expect(exchange).to.deep.equal({ kind: 'not_sent', error: 'DEADLINE' });
      expect(provider.hits()).to.equal(0);
    });

    it('sends nothing when it comes after the deadline', async () => {
      let grant: () => void = () => undefined;
      const late = new Promise<undefined>((resolve) => {
        grant = () => resolve(undefined);
      });
      const exchange = await send(provider.url, { ...options, timeoutMs: SHORT_MS }, () => late);
      grant();
      await send(provider.url, options);
      expect([exchange.kind, provider.hits()]).to.deep.equal(['not_sent', 1]);
    });
  });
}

describe('a connection that the provider resets while the right to send is asked for', () => {
  useRealNetwork();

  it('has sent nothing', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    const port = await listenOnLoopback(server);
    const exchange = await send(`http://127.0.0.1:${port}`, {}, async () => {
      await waitFor(() => sockets.length === 1, { describe: 'the server has the connection' });
      sockets[0]?.resetAndDestroy();
      return new Promise(() => undefined);
    });
    expect(exchange).to.deep.equal({ kind: 'not_sent', error: 'ECONNRESET' });
    server.close();
  });
});
