import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { isWholeRequest } from '../../../../harness/raw-provider.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { ALWAYS, REQUEST, SHORT_MS } from '../../../support/provider/provider-call.js';

const CERTIFICATE = selfSignedCertificate(['localhost']);
/**
 * More than the receiving kernel accepts for a process that reads nothing, and less than the sending kernel buffers.
 */
const LARGE = 'x'.repeat(400_000);

for (const scheme of ['http', 'https']) {
  describe(`a provider call by ${scheme} whose deadline is over before the provider has read it`, () => {
    useRealNetwork();

    it('is delivered no further', async () => {
      const provider = scheme === 'http' ? createServer() : createTlsServer(CERTIFICATE);
      const connected = once(provider, scheme === 'http' ? 'connection' : 'secureConnection');
      const port = await listenOnLoopback(provider);
      const sendOnce = createUpstreamClient({
        url: `${scheme}://127.0.0.1:${port}`,
        apiKey: 'test-key',
        timeoutMs: SHORT_MS,
        certificateAuthority: CERTIFICATE.cert,
      });
      const request = { ...REQUEST, body: { ...REQUEST.body, padding: LARGE } };
      const exchange = sendOnce(request, 'chk_test', ALWAYS);
      const [socket] = (await connected) as [Socket];
      expect(await exchange).to.deep.equal({ kind: 'no_answer', error: 'DEADLINE' });
      const received = await readToEnd(socket);
      expect(received).to.match(/^POST \/verify /);
      expect(isWholeRequest(received)).to.equal(false);
      provider.close();
    });
  });
}

/** What was sent to a process that was suspended until now. */
async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // How it was cut off does not matter, and once() would reject.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  return received;
}
