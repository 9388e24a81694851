import { once } from 'node:events';
import { createServer, Server } from 'node:net';
import { expect } from 'chai';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { chooseApiPort } from '../../../scripts/start/api-port.js';
import { chooseSandboxPort } from '../../../scripts/start/sandbox-port.js';

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

  describe('where some ports are kept from this user', () => {
    const { listen } = Server.prototype;
    beforeEach(() => {
      Server.prototype.listen = function refuse(this: Server, ...given: [{ port?: number }]) {
        const [{ port = 0 }] = given;
        if (port === 0 || (port > 3001 && port !== 4010)) return listen.apply(this, given);
        process.nextTick(() => this.emit('error', Object.assign(new Error('denied'), { code: 'EACCES' })));
        return this;
      } as Server['listen'];
    });
    afterEach(() => {
      Server.prototype.listen = listen;
    });

    it('says what to do about one that it is told', async () => {
      const failure = await chooseApiPort(80).catch((error: Error) => error.message);
      expect(failure).to.equal(
        'Port 80 cannot be used: this user may not listen on it (EACCES). Set PORT to one from 1024 to 65535.',
      );
    });

    it('goes on to one that is not, as the sandbox does', async () => {
      expect(await chooseApiPort(undefined)).to.be.within(3002, 3050);
      expect(await chooseSandboxPort(4010)).to.not.equal(4010);
    });
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
