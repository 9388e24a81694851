import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { chooseSandboxPort } from '../../../scripts/start/sandbox-port.js';

describe('chooseSandboxPort', () => {
  it('takes the usual port while that is free, and another one when it is not', async () => {
    const usual = await freePort();
    expect(await chooseSandboxPort(usual)).to.equal(usual);
    const holder = createServer();
    const held = await listenOnLoopback(holder);
    try {
      expect(await chooseSandboxPort(held))
        .to.be.greaterThan(0)
        .and.not.equal(held);
    } finally {
      holder.close();
      await once(holder, 'close');
    }
  });
});
