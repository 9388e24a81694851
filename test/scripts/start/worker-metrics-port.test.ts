import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { portIsFree } from '../../../scripts/start/port-is-free.js';
import { chooseWorkerMetricsPort } from '../../../scripts/start/worker-metrics-port.js';

describe('chooseWorkerMetricsPort', () => {
  let holder: Server | undefined;
  afterEach(() => {
    holder?.close();
    holder = undefined;
  });

  /** A port that is followed by this many free ones. */
  async function portBefore(count: number): Promise<number> {
    for (let port = 20_000; port < 30_000; port += count + 1) {
      const next = Array.from({ length: count }, (_item, index) => portIsFree(port + index + 1));
      if ((await Promise.all(next)).every(Boolean)) return port;
    }
    throw new Error('No free ports');
  }

  it('leaves the choice to the system where METRICS_PORT does', async () => {
    expect(await chooseWorkerMetricsPort(0, 3000)).to.equal(0);
  });

  it('takes the next port', async () => {
    const port = await portBefore(1);
    expect(await chooseWorkerMetricsPort(port, 3000)).to.equal(port + 1);
  });

  it('takes the one after that where the next is the API’s, or in use', async () => {
    const port = await portBefore(2);
    expect(await chooseWorkerMetricsPort(port, port + 1)).to.equal(port + 2);
    holder = createServer().listen(port + 1, '127.0.0.1');
    await once(holder, 'listening');
    expect(await chooseWorkerMetricsPort(port, 3000)).to.equal(port + 2);
  });

  it('takes one before 65535, which none follows', async () => {
    const port = await chooseWorkerMetricsPort(65_535, 65_534);
    expect(port).to.be.within(65_535 - 50, 65_533);
  });
});
