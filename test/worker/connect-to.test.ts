import { once } from 'node:events';
import { expect } from 'chai';
import { startReceiver } from '../../harness/webhook-receiver.js';
import { connectTo } from '../../worker/connect-to.js';
import { createGuardedLookup } from '../../worker/webhooks/guarded-lookup.js';
import { createSender } from '../../worker/webhooks/send.js';
import { type FullBacklogServer, startFullBacklogServer } from '../support/network/full-backlog-server.js';
import { useRealNetwork } from '../support/network/real-network.js';

describe('an address that accepts late, where the next leads nowhere', () => {
  useRealNetwork();
  let slow: FullBacklogServer;
  afterEach(() => slow.close());

  /** What the kernel did not take of a connection, it repeats after a second. */
  async function startSlow(forwardTo?: number): Promise<void> {
    slow = await startFullBacklogServer({ ...(forwardTo !== undefined && { forwardTo }) });
    setTimeout(() => slow.accept(), 500);
  }

  it('is waited for by webhooks', async () => {
    const receiver = await startReceiver();
    await startSlow(Number(new URL(receiver.url).port));
    const resolve = async (): Promise<string[]> => ['127.0.0.1', '127.0.0.2'];
    const send = createSender({ production: false, timeoutMs: 60_000, resolve });
    const message = { url: `http://far.example.test:${slow.port}/`, headers: {}, body: '{}' };
    expect(await send(message, new AbortController().signal)).to.deep.equal({ status: 204, error: null });
    await receiver.close();
  });

  it('is waited for by calls and proxies', async () => {
    await startSlow();
    const lookup = createGuardedLookup(async () => ['127.0.0.1', '127.0.0.2']);
    const socket = connectTo({ host: 'far.example.test', port: slow.port }, lookup);
    await once(socket, 'connect');
    socket.destroy();
  });
});
