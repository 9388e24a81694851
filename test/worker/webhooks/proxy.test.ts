import { createServer } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { startReceiver } from '../../../harness/webhook-receiver.js';
import { createSender, type SenderOptions, type SendResult } from '../../../worker/webhooks/send.js';
import {
  type ConnectProxy,
  proxyOf,
  saying,
  startConnectProxy,
} from '../../support/network/connect-proxy.js';
import { useRealNetwork } from '../../support/network/real-network.js';

// That one arrives is in test/processes/proxy.test.ts, where a process trusts the receiver.
describe('webhooks through a proxy', () => {
  useRealNetwork();
  let proxy: ConnectProxy;
  beforeEach(async () => {
    proxy = await startConnectProxy();
    proxy.behave(saying('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  afterEach(() => proxy.close());

  function post(
    url: string,
    options: Partial<SenderOptions> = {},
    environment: Record<string, string> = {},
  ): Promise<SendResult | undefined> {
    const settings = proxyOf({ HTTPS_PROXY: proxy.url, ...environment });
    const send = createSender({ production: true, timeoutMs: 2_000, proxy: settings, ...options });
    return send({ url, headers: {}, body: '{}' }, new AbortController().signal);
  }
  const targets = (): (string | undefined)[] => proxy.asked.map(({ url }) => url);

  for (const [what, addresses] of [
    ['a private address', ['10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['this machine', ['127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '192.168.0.1']],
    ['a private address in IPv6 clothes', ['::ffff:192.168.0.1']],
  ] as const) {
    it(`do not contact the proxy when a name resolves to ${what}`, async () => {
      const result = await post('https://rebinding.example.test/', { resolve: async () => [...addresses] });
      expect(result).to.deep.equal({ status: null, error: 'address_not_allowed' });
      expect(proxy.asked).to.have.length(0);
    });
  }

  it('do not contact the proxy when the URL has a forbidden address, or its name does not resolve', async () => {
    expect(await post('https://10.0.0.1/')).to.include({ error: 'address_not_allowed' });
    const nowhere = await post('https://gone.example.test/', { resolve: async () => [] });
    expect(nowhere).to.include({ error: 'name_not_resolved' });
    expect(proxy.asked).to.have.length(0);
  });

  it('ask the proxy for the validated addresses, one after the other, and never for the name', async () => {
    const resolve = async (): Promise<string[]> => ['8.8.8.8', '2001:4860:4860::8888'];
    const result = await post('https://receiver.example.test:8443/hook', { resolve });
    expect(result).to.deep.equal({ status: null, error: 'connection_failed' });
    expect(targets()).to.deep.equal(['8.8.8.8:8443', '[2001:4860:4860::8888]:8443']);
  });

  it('ask for the next address where the proxy is silent about one', async () => {
    proxy.behave((socket, { url = '' }) => {
      if (!url.startsWith('8.8.8.8:')) socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const resolve = async (): Promise<string[]> => ['8.8.8.8', '2001:4860:4860::8888'];
    const result = await post('https://receiver.example.test/', { resolve });
    expect(result).to.deep.equal({ status: null, error: 'connection_failed' });
    expect(targets()).to.deep.equal(['8.8.8.8:443', '[2001:4860:4860::8888]:443']);
  });

  it('give each of many addresses as long as one that is reached directly', async () => {
    proxy.behave((socket) => {
      setTimeout(() => socket.end('HTTP/1.1 200 Connection established\r\n\r\n'), 600);
    });
    const resolve = async (): Promise<string[]> => [1, 2, 3, 4, 5, 6, 7, 8].map((last) => `8.8.8.${last}`);
    const result = await post('https://receiver.example.test/', { resolve });
    expect(result).to.deep.equal({ status: null, error: 'connection_failed' });
    expect(targets()).to.deep.equal(['8.8.8.1:443']);
  });

  it('give up on a proxy that does not answer', async () => {
    proxy.behave(() => undefined);
    const result = await post('https://8.8.4.4/', { timeoutMs: 300 });
    expect(result).to.deep.equal({ status: null, error: 'timeout' });
  });

  it('bypass it for a host in NO_PROXY, whose address is validated all the same', async () => {
    const environment = { NO_PROXY: 'near.example.test' };
    const connections: unknown[] = [];
    const near = createServer((socket) => {
      connections.push(socket);
      socket.on('error', () => undefined).destroy();
    });
    const url = `https://near.example.test:${await listenOnLoopback(near)}/`;
    const options = { production: false, resolve: async () => ['127.0.0.1'] };
    expect(await post(url, options, environment)).to.include({ error: 'connection_failed' });
    expect(connections).to.have.length(1);
    expect(await post(url, { ...options, production: true }, environment)).to.include({
      error: 'address_not_allowed',
    });
    expect([connections.length, proxy.asked.length]).to.deep.equal([1, 0]);
    await new Promise((resolve) => near.close(resolve));
  });

  it('bypass it for a URL without encryption', async () => {
    const receiver = await startReceiver();
    expect(await post(receiver.url, { production: false })).to.deep.equal({ status: 204, error: null });
    expect(proxy.asked).to.have.length(0);
    await receiver.close();
  });
});
