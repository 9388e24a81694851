import { createServer } from 'node:http';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { createUpstreamClient } from '../../../../worker/providers/upstream/client.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { ALWAYS, REQUEST } from '../../../support/provider/provider-call.js';

const CALLS = 40;

describe('provider calls to a host by its name', () => {
  useRealNetwork();

  it('do not each occupy one of the few threads that look names up', async () => {
    const provider = createServer((request, response) => {
      request.resume();
      response.end('{}');
    });
    const port = await listenOnLoopback(provider);
    let lookups = 0;
    const observer = new PerformanceObserver((list) => {
      lookups += list.getEntriesByName('lookup').length;
    });
    observer.observe({ entryTypes: ['dns'] });
    const sendOnce = createUpstreamClient({
      url: `http://localhost:${port}`,
      apiKey: 'test-key',
      timeoutMs: 10_000,
    });
    const calls = Array.from({ length: CALLS }, (_, call) => sendOnce(REQUEST, `chk_${call}`, ALWAYS));
    const exchanges = await Promise.all(calls);
    await turn();
    observer.disconnect();
    provider.close();
    expect(exchanges.map(({ kind }) => kind)).to.deep.equal(Array.from({ length: CALLS }, () => 'answer'));
    expect(lookups, 'lookups that were made').to.be.within(1, CALLS / 4);
  });
});
