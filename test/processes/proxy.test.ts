import { writeFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { startProvider } from '../../harness/provider.js';
import { selfSignedCertificate } from '../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import type { Sandbox } from '../../sandbox/server.js';
import { closeServer } from '../../shared/ops/listen.js';
import { submitAsync } from '../support/checks/submit.js';
import { type ConnectProxy, leadingTo, startConnectProxy } from '../support/network/connect-proxy.js';
import { type Service, startService } from '../support/processes/service.js';
import { paidCalls } from '../support/provider/provider-calls.js';

const CERTIFICATE = selfSignedCertificate(['provider.example.test', 'localhost']);

describe('a worker behind a proxy', function () {
  this.timeout(90_000);

  let proxy: ConnectProxy;
  let sandbox: Sandbox;
  let service: Service;
  const closers: (() => Promise<unknown>)[] = [];

  before(async () => {
    proxy = await startConnectProxy();
    sandbox = await startProvider();
    const provider = await startTlsFront(Number(new URL(sandbox.url).port));
    proxy.behave((socket, request) =>
      leadingTo(request.url === 'provider.example.test:443' ? provider : undefined)(socket, request),
    );
    const trusted = join(temporaryFolder(), 'ca.pem');
    writeFileSync(trusted, CERTIFICATE.cert);
    service = await startService({
      // Only the proxy knows this name.
      providerUrl: 'https://provider.example.test',
      env: { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: trusted },
    });
  });
  after(async () => {
    await service.stop();
    await sandbox.close();
    await proxy.close();
    for (const close of closers) await close();
  });

  /** Terminates TLS in front of a local port. */
  async function startTlsFront(port: number): Promise<number> {
    const front = createServer(CERTIFICATE, (socket) => {
      const plain = connect(port, '127.0.0.1');
      socket.on('error', () => plain.destroy());
      plain.on('error', () => socket.destroy());
      socket.pipe(plain).pipe(socket);
    });
    closers.push(async () => front.close());
    return listenOnLoopback(front);
  }

  async function startReceiver(received: unknown[]): Promise<string> {
    const server = createHttpsServer(CERTIFICATE, (req, res) => {
      received.push(req.url);
      req.resume();
      res.writeHead(204).end();
    });
    closers.push(() => closeServer(server as never));
    return `https://localhost:${await listenOnLoopback(server)}/hook`;
  }

  it('calls the provider and delivers webhooks through it', async () => {
    const client = await service.seedClient();
    const received: unknown[] = [];
    const url = await startReceiver(received);
    const webhooks = service.api.client.withToken(client.token);
    await webhooks.post('/api/v1/webhooks', { url, events: ['verification.completed'] });
    await submitAsync(service.api.client, client.token);
    await waitFor(() => received.length === 1, { describe: 'the webhook', timeoutMs: 30_000 });
    expect(paidCalls(sandbox.calls())).to.have.length(1);
    expect(proxy.asked.map((request) => request.url)).to.include.members([
      'provider.example.test:443',
      `127.0.0.1:${new URL(url).port}`,
    ]);
    await service.expectSound();
  });
});
