import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { ALWAYS, POSITIVE, REQUEST, SHORT_MS } from '../../../support/provider/provider-call.js';

/** On a thread of its own, so that it goes on while this process stands still. */
const PROVIDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const answered = new Int32Array(workerData.answered);
  const server = require('node:http').createServer((request, response) => {
    request.resume().on('end', () => {
      parentPort.postMessage('called');
      response.end(workerData.answer, () => {
        Atomics.store(answered, 0, 1);
        Atomics.notify(answered, 0);
      });
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

/** About what an answer may have. */
const PADDING = ' '.repeat(900_000);

describe('an answer that arrives while the worker is too busy to read it', () => {
  useRealNetwork();

  it('is read, although the deadline is over by then', async () => {
    const answered = new SharedArrayBuffer(4);
    const workerData = { answered, answer: POSITIVE + PADDING };
    const provider = new Worker(PROVIDER, { eval: true, workerData });
    try {
      const [port] = (await once(provider, 'message')) as [number];
      const sendOnce = createUpstreamClient({
        url: `http://127.0.0.1:${port}`,
        apiKey: 'test-key',
        timeoutMs: SHORT_MS,
      });
      const begun = performance.now();
      const sent = sendOnce(REQUEST, 'chk_test', ALWAYS);
      await once(provider, 'message');
      Atomics.wait(new Int32Array(answered), 0, 0, 10_000);
      while (performance.now() - begun < 2 * SHORT_MS);
      const exchange = await sent;
      expect(exchange).to.include({ kind: 'answer', status: 200 });
    } finally {
      await provider.terminate();
    }
  });
});
