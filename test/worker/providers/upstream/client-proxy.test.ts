import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { type RawProvider, startRawProvider } from '../../../../harness/raw-provider.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { waitFor } from '../../../../harness/wait-for.js';
import type { Exchange } from '../../../../worker/providers/types.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import {
  type ConnectProxy,
  leadingTo,
  proxyOf,
  saying,
  startConnectProxy,
} from '../../../support/network/connect-proxy.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { ALWAYS, answer, POSITIVE, REQUEST, SHORT_MS } from '../../../support/provider/provider-call.js';

const GOOD = selfSignedCertificate(['provider.example.test'], []);

describe('a provider call through a proxy', () => {
  useRealNetwork();
  let provider: RawProvider;
  let proxy: ConnectProxy;
  beforeEach(async () => {
    provider = await startRawProvider(answer(200, POSITIVE), GOOD);
    proxy = await startConnectProxy();
    proxy.behave(leadingTo(provider.port));
  });
  afterEach(async () => {
    await proxy.close();
    await provider.close();
  });

  // A name that only the proxy can resolve.
  const URL_OF_PROVIDER = 'https://provider.example.test';

  interface Changed {
    url?: string;
    environment?: Record<string, string>;
    certificateAuthority?: string;
    timeoutMs?: number;
  }

  function clientWith({ url = URL_OF_PROVIDER, environment = {}, ...changed }: Changed = {}) {
    const sendOnce = createUpstreamClient({
      url,
      apiKey: 'test-key',
      timeoutMs: 5_000,
      certificateAuthority: GOOD.cert,
      proxy: proxyOf({ HTTPS_PROXY: proxy.url, ...environment }),
      ...changed,
    });
    return (): Promise<Exchange> => sendOnce(REQUEST, 'chk_test', ALWAYS);
  }

  it('is answered; the proxy learns the host, and nothing of the request', async () => {
    expect(await clientWith()()).to.include({ kind: 'answer', status: 200 });
    expect(provider.hits()).to.equal(1);
    expect(proxy.asked.map(({ method, url }) => [method, url])).to.deep.equal([
      ['CONNECT', 'provider.example.test:443'],
    ]);
    expect(JSON.stringify(proxy.asked[0]?.rawHeaders)).not.to.match(/test-key|chk_test|authorization/i);
  });

  it('names the host without its usual port, and asks for no second request on the connection', async () => {
    await clientWith()();
    expect(provider.requests[0]).to.match(/\r\nHost: provider\.example\.test\r\n/);
    expect(provider.requests[0]).to.match(/\r\nConnection: close\r\n/);
  });

  it('has a tunnel of its own each time, and opens them ahead while calls follow each other', async () => {
    const call = clientWith();
    await call();
    await call();
    await waitFor(() => proxy.asked.length === 4, { describe: 'two tunnels are open ahead' });
    await waitFor(() => provider.connections() === 4, { describe: 'and have their handshakes behind them' });
    expect(await call()).to.include({ kind: 'answer', status: 200 });
    expect(provider.hits()).to.equal(3);
  });

  it('says the user and the password of the address to the proxy', async () => {
    const HTTPS_PROXY = proxy.url.replace('http://', 'http://Aladdin:open%20sesame@');
    await clientWith({ environment: { HTTPS_PROXY } })();
    expect(proxy.asked[0]?.headers['proxy-authorization']).to.equal('Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==');
  });

  it('is not sent to a certificate of another host, or of nobody, whatever the proxy leads to', async () => {
    const elsewhere = await clientWith({ url: 'https://other.example.test' })();
    expect(elsewhere).to.deep.equal({ kind: 'not_sent', error: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const stranger = selfSignedCertificate(['provider.example.test'], []);
    const { kind } = await clientWith({ certificateAuthority: stranger.cert })();
    expect([kind, provider.hits()]).to.deep.equal(['not_sent', 0]);
  });

  for (const [what, behave, error] of [
    ['wants a password', saying('HTTP/1.1 407 Who are you\r\n\r\n'), 'PROXY_UNAUTHORIZED'],
    ['forbids it', saying('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'), 'PROXY_REFUSED'],
    ['cannot reach it', saying('HTTP/1.1 502 Bad Gateway\r\n\r\n'), 'PROXY_REFUSED'],
    ['says more than an answer', saying('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK'), 'PROXY_SPOKE_FIRST'],
    ['hangs up', (socket: Socket) => void socket.end(), 'PROXY_ECONNRESET'],
    ['speaks something else', saying('220 mail.example.test ESMTP\r\n'), 'PROXY_HPE_INVALID_CONSTANT'],
    ['says nothing', () => undefined, 'DEADLINE'],
  ] as const) {
    it(`is not sent when the proxy ${what}`, async () => {
      proxy.behave(behave);
      const timeoutMs = error === 'DEADLINE' ? SHORT_MS : 5_000;
      expect(await clientWith({ timeoutMs })()).to.deep.equal({ kind: 'not_sent', error });
      expect(provider.connections()).to.equal(0);
    });
  }

  it('is not sent when the proxy is away', async () => {
    const gone: Server = createServer();
    const port = await listenOnLoopback(gone);
    await new Promise((resolve) => gone.close(resolve));
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await clientWith({ environment })()).to.deep.equal({
      kind: 'not_sent',
      error: 'PROXY_ECONNREFUSED',
    });
  });

  it('is uncertain once the request went into the tunnel and the tunnel breaks', async () => {
    const cutting = await startRawProvider((socket) => socket.destroy(), GOOD);
    proxy.behave(leadingTo(cutting.port));
    expect((await clientWith()()).kind).to.equal('no_answer');
    expect(cutting.hits()).to.equal(1);
    await cutting.close();
  });

  it('does not speak to a proxy by TLS whose certificate nobody vouches for', async () => {
    const secure = await startConnectProxy(selfSignedCertificate(['localhost']));
    const { kind, error } = (await clientWith({ environment: { HTTPS_PROXY: secure.url } })()) as {
      kind: string;
      error?: string;
    };
    expect([kind, error]).to.deep.equal(['not_sent', 'PROXY_DEPTH_ZERO_SELF_SIGNED_CERT']);
    expect(secure.asked).to.have.length(0);
    await secure.close();
  });

  it('goes past it to a host that NO_PROXY names, and without encryption', async () => {
    const here = selfSignedCertificate(['localhost']);
    const near = await startRawProvider(answer(200, POSITIVE), here);
    const environment = { NO_PROXY: '127.0.0.0/8' };
    const straight = await clientWith({ url: near.url, environment, certificateAuthority: here.cert })();
    expect(straight).to.include({ kind: 'answer' });
    const plain = await startRawProvider(answer(200, POSITIVE));
    expect(await clientWith({ url: plain.url })()).to.include({ kind: 'answer' });
    expect(proxy.asked).to.have.length(0);
    await near.close();
    await plain.close();
  });
});
