import { createServer } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { answering, startReceiver, type WebhookReceiver } from '../../../harness/webhook-receiver.js';
import { closeServer } from '../../../shared/ops/listen.js';
import { createSender, type SenderOptions, type SendResult } from '../../../worker/webhooks/send.js';

const NEVER = new AbortController().signal;

describe('createSender', () => {
  let receiver: WebhookReceiver;
  let port: string;
  before(async () => {
    receiver = await startReceiver();
    port = new URL(receiver.url).port;
  });
  after(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
  });

  const post = (url: string, options: Partial<SenderOptions> = {}): Promise<SendResult | undefined> =>
    createSender({ production: false, timeoutMs: 1_000, ...options })(
      { url, headers: {}, body: '{}' },
      NEVER,
    );

  it('leaves nothing of an attempt on the signal that lasts as long as the process', async () => {
    const send = createSender({ production: false });
    const stop = new AbortController().signal;
    // What Node itself keeps on a signal, such as its listeners and the signals that follow it.
    const kept = () =>
      Object.getOwnPropertySymbols(stop)
        .map((name) => (stop as unknown as Record<symbol, { size?: unknown } | undefined>)[name]?.size)
        .reduce<number>((sum, size) => sum + (typeof size === 'number' ? size : 0), 0);
    const none = kept();
    // From 24.21 on, Node keeps a signal that follows another only once somebody listens to it.
    AbortSignal.any([stop]).addEventListener('abort', () => undefined);
    expect(kept(), 'this Node says what it keeps').to.be.above(none);
    const attempt = () => send({ url: receiver.url, headers: {}, body: '{}' }, stop);
    expect(await attempt()).to.deep.equal({ status: 204, error: null });
    const before = kept();
    for (let attempts = 0; attempts < 5; attempts += 1) await attempt();
    expect(kept()).to.equal(before);
  });

  const hosts: Readonly<Record<string, readonly string[]>> = {
    'a private address': ['10.0.0.1'],
    'the metadata service': ['169.254.169.254'],
    'a public and a private address': ['8.8.8.8', '192.168.0.1'],
    'a private address in IPv6 clothes': ['::ffff:192.168.0.1'],
    'something that is no address': ['localhost'],
  };
  for (const [what, addresses] of Object.entries(hosts)) {
    it(`connects to nobody when a name resolves to ${what}`, async () => {
      for (const production of [true, false]) {
        const url = `https://rebinding.example.test:${port}/`;
        expect(await post(url, { production, resolve: async () => [...addresses] })).to.deep.equal({
          status: null,
          error: 'address_not_allowed',
        });
      }
    });
  }

  it('connects to nobody when a name resolves to loopback in production', async () => {
    const connections: unknown[] = [];
    const trap = createServer((socket) => {
      connections.push(socket);
      socket.destroy();
    });
    const url = `https://rebinding.example.test:${await listenOnLoopback(trap)}/`;
    const resolve = async (): Promise<string[]> => ['127.0.0.1'];
    expect(await post(url, { production: true, resolve })).to.include({ error: 'address_not_allowed' });
    expect(connections).to.have.length(0);
    expect(await post(url, { production: false, resolve }), 'it can be reached').to.include({
      error: 'connection_failed',
    });
    expect(connections).to.have.length(1);
    await closeServer(trap as never);
  });

  it('asks for a name once an attempt, so that nothing changes between judging and connecting', async () => {
    let asked = 0;
    const resolve = async (): Promise<string[]> => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const send = createSender({ production: false, timeoutMs: 1_000, resolve });
    const message = { url: `http://rebinding.example.test:${port}/`, headers: {}, body: '{}' };
    expect(await send(message, NEVER)).to.deep.equal({ status: 204, error: null });
    expect(asked).to.equal(1);
    expect(receiver.received[0]?.headers.host).to.equal(`rebinding.example.test:${port}`);
    // No socket of the first attempt is reused: the name is resolved and checked again.
    expect(await send(message, NEVER)).to.deep.equal({ status: null, error: 'address_not_allowed' });
    expect(receiver.received).to.have.length(1);
  });

  it('sends nothing to addresses that are refused by their text', async () => {
    const cases: [string, boolean, string][] = [
      [receiver.url, true, 'url_not_allowed'],
      [`https://127.0.0.1:${port}/`, true, 'address_not_allowed'],
      [`https://[::ffff:127.0.0.1]:${port}/`, true, 'address_not_allowed'],
      ['http://10.0.0.1/', false, 'address_not_allowed'],
      [`http://user:word@127.0.0.1:${port}/`, false, 'url_not_allowed'],
    ];
    for (const [url, production, error] of cases) {
      expect(await post(url, { production }), url).to.deep.equal({ status: null, error });
    }
    expect(receiver.received).to.deep.equal([]);
  });

  it('knows localhost without asking anybody', async () => {
    const resolve = (): Promise<string[]> => Promise.reject(new Error('asked'));
    const url = `http://localhost:${port}/hook`;
    expect(await post(url, { resolve })).to.deep.equal({ status: 204, error: null });
  });

  it('says so when a name leads nowhere', async () => {
    const url = 'https://nowhere.example.test/';
    const failures = [() => Promise.reject(new Error('ENOTFOUND')), async () => []];
    for (const resolve of failures) {
      expect(await post(url, { resolve })).to.deep.equal({ status: null, error: 'name_not_resolved' });
    }
  });

  it('gives up in time also while a name server is silent', async () => {
    const startedAt = performance.now();
    const resolve = () => new Promise<string[]>(() => undefined);
    const result = await post('https://silent.example.test/', { resolve, timeoutMs: 200 });
    expect(result).to.deep.equal({ status: null, error: 'timeout' });
    expect(performance.now() - startedAt).to.be.below(1_000);
  });

  it('trusts no certificate that nobody vouches for', async () => {
    expect(await post(`https://127.0.0.1:${port}/`)).to.deep.equal({
      status: null,
      error: 'connection_failed',
    });
  });

  it('uses no proxy that the environment names', async () => {
    const before = process.env.HTTP_PROXY;
    process.env.HTTP_PROXY = 'http://127.0.0.1:1';
    try {
      expect(await post(receiver.url)).to.deep.equal({ status: 204, error: null });
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
    }
  });

  it('takes no answer for one whose status is below those of HTTP', async () => {
    const silly = createServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n')),
    );
    const url = `http://127.0.0.1:${await listenOnLoopback(silly)}/`;
    expect(await post(url)).to.deep.equal({ status: null, error: 'connection_failed' });
    await closeServer(silly as never);
  });

  it('takes any 2xx for a success and nothing else', async () => {
    const expected: [number, string | null][] = [
      [200, null],
      [202, null],
      [299, null],
      [300, 'redirect'],
      [304, 'redirect'],
      [308, 'redirect'],
      [400, 'http_error'],
      [410, 'http_error'],
      [503, 'http_error'],
    ];
    for (const [status, error] of expected) {
      receiver.behave(answering(status));
      expect(await post(receiver.url)).to.deep.equal({ status, error });
    }
  });

  it('ends at once, and says nothing about the attempt, when the process is to stop', async () => {
    receiver.behave(() => undefined);
    const stop = new AbortController();
    const send = createSender({ production: false });
    const sending = send({ url: receiver.url, headers: {}, body: '{}' }, stop.signal);
    stop.abort();
    expect(await sending).to.equal(undefined);
  });
});
