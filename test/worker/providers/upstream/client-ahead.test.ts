import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { httpAnswer } from '../../../../harness/raw-provider.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { waitFor } from '../../../../harness/wait-for.js';
import type { MayStillSend } from '../../../../worker/providers/provider.js';
import type { Exchange } from '../../../../worker/providers/types.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { POSITIVE, REQUEST } from '../../../support/provider/provider-call.js';

const CERTIFICATE = selfSignedCertificate(['localhost']);

describe('connections to the provider', () => {
  useRealNetwork();
  let provider: Listener;

  afterEach(() => provider.close());

  it('carry one request each, and from the third call on are open before it is made', async () => {
    provider = await startListener(createServer());
    const call = clientOf(provider);
    await call();
    expect(provider.sockets).to.have.length(1);
    await call();
    for (let calls = 3; calls <= 6; calls += 1) {
      await waitFor(() => provider.sockets.length >= calls, { describe: 'one is open ahead' });
      const open = provider.sockets.length;
      await call();
      expect(provider.sockets.indexOf(provider.requests.at(-1) as Socket)).to.be.below(open);
    }
    expect(new Set(provider.requests).size).to.equal(6);
  });

  it('are opened for the next call only once the request of this one has left', async () => {
    provider = await startListener(createServer());
    const call = await callTwice(provider);
    let whileAsked = 0;
    const asked = async (): Promise<undefined> => {
      await asOverTheNetwork();
      whileAsked = provider.sockets.length;
    };
    await call(asked);
    expect(whileAsked, 'while the right to send was asked for').to.equal(4);
    await waitFor(() => provider.sockets.length === 5, { describe: 'the next one is open ahead' });
  });

  it('are closed when no call came for a while', async () => {
    provider = await startListener(createServer());
    await callTwice(provider);
    await waitFor(() => provider.sockets.every((socket) => socket.destroyed), {
      describe: 'all connections are closed',
    });
    expect(provider.requests).to.have.length(2);
  });

  it('are not used after the process, or its machine, stood still', async () => {
    provider = await startListener(createServer());
    const call = await callTwice(provider);
    const waiting = provider.sockets.filter((socket) => !provider.requests.includes(socket));
    const clock = Date.now;
    // As after a machine was suspended: only this clock shows it, and the timers have yet to fire.
    Date.now = () => clock() + 60_000;
    try {
      expect(await call()).to.include({ kind: 'answer', status: 200 });
    } finally {
      Date.now = clock;
    }
    expect(waiting).not.to.include(provider.requests.at(-1));
  });

  for (const [what, end] of [
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['answers before it is asked', (socket: Socket) => socket.end(httpAnswer(408, '{}'))],
  ] as const) {
    it(`are not used when the provider ${what}`, async () => {
      provider = await startListener(createServer());
      const call = await callTwice(provider);
      const waiting = provider.sockets.filter((socket) => !provider.requests.includes(socket));
      const closed = Promise.all(waiting.map((socket) => once(socket, 'close')));
      for (const socket of waiting) end(socket);
      await closed;
      // Either this process knew of it when it chose a connection, or it heard of it while it asked for its right.
      expect((await call()).kind).to.be.oneOf(['answer', 'not_sent']);
      expect(await call()).to.include({ kind: 'answer', status: 200 });
      expect(provider.requests).not.to.include.members(waiting);
    });
  }

  it('resume the TLS session of the one before', async () => {
    provider = await startListener(createTlsServer(CERTIFICATE), 'secureConnection');
    const call = clientOf(provider, 'https');
    await call();
    await call();
    const reused = provider.requests.map((socket) => provider.resumed.has(socket));
    expect(reused).to.deep.equal([false, true]);
  });

  it('have the certificate verified anew after ten minutes, however often its session was resumed', async () => {
    provider = await startListener(createTlsServer(CERTIFICATE), 'secureConnection');
    const call = clientOf(provider, 'https');
    const clock = Date.now;
    try {
      for (const minutes of [0, 6, 12, 18]) {
        Date.now = () => clock() + minutes * 60_000;
        await call();
      }
    } finally {
      Date.now = clock;
    }
    const reused = provider.requests.map((socket) => provider.resumed.has(socket));
    expect(reused).to.deep.equal([false, true, false, true]);
  });
});

/** Makes two calls, after which two connections are open in advance: the second call had to wait for its own. */
async function callTwice(provider: Listener): Promise<Call> {
  const call = clientOf(provider);
  await call();
  await call();
  await waitFor(() => provider.sockets.length === 4, { describe: 'two are open ahead' });
  return call;
}

/** The right to send is checked in PostgreSQL, and meanwhile this process learns of closed connections. */
async function asOverTheNetwork(): Promise<undefined> {
  await sleep(20);
}

interface Listener {
  port: number;
  /** In the order in which they connected. */
  sockets: Socket[];
  /** The socket of each request, in the order in which they came. */
  requests: Socket[];
  /** Those whose TLS session is an earlier one's. */
  resumed: Set<Socket>;
  close(): void;
}

async function startListener(server: Server, connected = 'connection'): Promise<Listener> {
  const sockets: Socket[] = [];
  const requests: Socket[] = [];
  const resumed = new Set<Socket>();
  server.on(connected, (socket: Socket) => {
    sockets.push(socket);
    if (socket instanceof TLSSocket && socket.isSessionReused()) resumed.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      // Header and body may come in two pieces; only the first begins like this.
      if (!chunk.toString('latin1').startsWith('POST ')) return;
      requests.push(socket);
      socket.write(httpAnswer(200, POSITIVE));
    });
  });
  const port = await listenOnLoopback(server);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, sockets, requests, resumed, close };
}

/** Makes one call; the right to send is asked over the network unless the test says otherwise. */
type Call = (mayStillSend?: MayStillSend) => Promise<Exchange>;

function clientOf({ port }: Listener, scheme = 'http'): Call {
  const options = { apiKey: 'test-key', timeoutMs: 5_000, certificateAuthority: CERTIFICATE.cert };
  const sendOnce = createUpstreamClient({ url: `${scheme}://127.0.0.1:${port}`, ...options });
  return (mayStillSend = asOverTheNetwork) => sendOnce(REQUEST, 'chk_test', mayStillSend);
}
