import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { startRawProvider } from '../../../../harness/raw-provider.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { startFullBacklogServer } from '../../../support/network/full-backlog-server.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import {
  ALWAYS,
  answer,
  POSITIVE,
  REQUEST,
  SHORT_MS,
  send,
} from '../../../support/provider/provider-call.js';

describe('a provider call before the connection is made', () => {
  useRealNetwork();

  it('is not sent when the port refuses', async () => {
    const server = createServer();
    const port = await listenOnLoopback(server);
    server.close();
    await once(server, 'close');
    expect(await send(`http://127.0.0.1:${port}`)).to.deep.equal({ kind: 'not_sent', error: 'ECONNREFUSED' });
  });

  it('is not sent when the name does not resolve', async () => {
    const { kind } = await send('http://provider.invalid', { timeoutMs: 3_000 });
    expect(kind).to.equal('not_sent');
  });

  it('is not sent, at the deadline, when connecting never finishes', async () => {
    const { port, close } = await startFullBacklogServer();
    const started = performance.now();
    expect(await send(`http://127.0.0.1:${port}`, { timeoutMs: SHORT_MS })).to.deep.equal({
      kind: 'not_sent',
      error: 'DEADLINE',
    });
    expect(performance.now() - started).to.be.below(SHORT_MS + 1_000);
    await close();
  });

  it('is not sent when the request cannot be written', async () => {
    const provider = await startRawProvider(answer(200, POSITIVE));
    const client = createUpstreamClient({ url: provider.url, apiKey: 'test-key', timeoutMs: 5_000 });
    const exchange = await client({ ...REQUEST, body: circular() }, 'chk_test', ALWAYS).catch(() => 'thrown');
    expect(exchange).to.deep.equal({ kind: 'not_sent', error: 'UNKNOWN' });
    expect(provider.connections()).to.equal(0);
    await provider.close();
  });
});

describe('where a provider call goes', () => {
  const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  const saved = PROXIES.map((name) => [name, process.env[name]] as const);

  useRealNetwork();
  afterEach(() => {
    for (const [name, value] of saved) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('is never through a proxy of the environment', async () => {
    const proxy = await startRawProvider(answer(200, POSITIVE));
    for (const name of PROXIES) process.env[name] = proxy.url;
    const provider = await startRawProvider(answer(200, POSITIVE));
    expect(await send(provider.url)).to.include({ kind: 'answer', status: 200 });
    expect([provider.hits(), proxy.connections()]).to.deep.equal([1, 0]);
    // A request as a proxy gets it names the whole address.
    expect(provider.requests[0]).to.match(/^POST \/verify HTTP/);
    await Promise.all([proxy.close(), provider.close()]);
  });

  for (const url of [
    'ftp://127.0.0.1',
    'http://user:secret@127.0.0.1',
    'http://127.0.0.1/?a=b',
    'http://127.0.0.1/#a',
    'nowhere',
  ]) {
    it(`refuses to be set up for ${url}`, () => {
      expect(() => createUpstreamClient({ url, apiKey: 'test-key', timeoutMs: 1 })).to.throw(TypeError);
    });
  }
});

function circular(): Record<string, string> {
  const body: Record<string, string> = {};
  Object.defineProperty(body, 'loop', { enumerable: true, value: body });
  return body;
}
