import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { chooseApiPort } from '../../../scripts/start/api-port.js';

describe('chooseApiPort', () => {
  let holder: Server | undefined;

  afterEach(() => {
    holder?.close();
    holder = undefined;
  });

  it('takes the port it is told when that is free', async () => {
    const port = await freePort();
    expect(await chooseApiPort(port)).to.equal(port);
  });

  it('finds one by itself when it is told none', async () => {
    expect(await chooseApiPort(undefined)).to.be.within(3000, 3050);
  });

  it('leaves the port of the metrics alone', async () => {
    const port = await chooseApiPort(undefined);
    expect(await chooseApiPort(undefined, port)).to.be.within(port + 1, 3050);
  });

  for (const host of ['127.0.0.1', '0.0.0.0']) {
    it(`refuses a port that somebody else holds on ${host}`, async () => {
      holder = createServer().listen(0, host);
      await once(holder, 'listening');
      const { port } = holder.address() as { port: number };
      const failure = await chooseApiPort(port).catch((error: Error) => error.message);
      expect(failure).to.match(new RegExp(`Port ${port} is in use`));
    });
  }
});
