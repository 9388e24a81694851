import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { waitFor } from '../../harness/wait-for.js';
import { ConfigError } from '../../shared/config/environment.js';
import { readSandboxConfig } from '../../shared/config/sandbox.js';

describe('the sandbox process', () => {
  let child: NodeProcess;

  function start(environment: Record<string, string>): void {
    child = new NodeProcess({
      ...{ name: 'sandbox', script: 'sandbox/main.js' },
      environment: { PORT: '0', ...environment },
    });
  }

  async function startedUrl(environment: Record<string, string> = {}): Promise<string> {
    start(environment);
    const line = await waitFor(() => child.lines[0], { describe: 'the sandbox listens', timeoutMs: 15_000 });
    return line.replace('Sandbox provider listening on ', '');
  }

  afterEach(() => child.kill());

  it('says where it listens and takes the key it was given', async () => {
    const url = await startedUrl({ PROVIDER_API_KEY: 'given-key' });
    const response = await fetch(`${url}/address-lookup`, {
      method: 'POST',
      headers: { authorization: 'Bearer given-key' },
      body: JSON.stringify({ idNumber: '0001010000071' }),
    });
    expect(response.status).to.equal(200);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends with 0 on ${signal}, also while a call hangs`, async () => {
      const url = await startedUrl();
      const hanging = fetch(`${url}/address-lookup`, {
        method: 'POST',
        headers: { authorization: 'Bearer sandbox-key' },
        body: JSON.stringify({ idNumber: '0001010006078' }),
      }).catch((error: Error) => error);
      await untilLogged(url);
      child.signal(signal);
      expect(await child.exited).to.equal(0);
      expect(await hanging).to.be.an('error');
    });
  }

  it('ends when its parent is gone', async () => {
    await startedUrl();
    child.disconnect();
    expect(await child.exited).to.equal(0);
  });

  it('listens on the address that HOST names', async () => {
    const url = await startedUrl({ HOST: '0.0.0.0' });
    expect(url).to.match(/^http:\/\/0\.0\.0\.0:\d+$/);
    expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/_calls`)).status).to.equal(200);
  });

  it('says that its port is taken, without a stack, and ends with 1', async () => {
    const url = await startedUrl();
    const second = new NodeProcess({
      ...{ name: 'second sandbox', script: 'sandbox/main.js' },
      environment: { PORT: new URL(url).port },
    });
    expect(await second.exited).to.equal(1);
    expect(second.output())
      .to.match(/^Cannot listen on HOST and PORT: .*EADDRINUSE/)
      .and.not.include('node:');
  });

  it('tells all that is wrong at once and ends with 1', async () => {
    start({ NODE_ENV: 'production', PORT: 'http', HOST: 'sandbox' });
    expect(await child.exited).to.equal(1);
    expect(child.output())
      .to.match(/NODE_ENV is production/)
      .and.match(/PORT must be a whole number/)
      .and.match(/HOST must be an IP address/);
  });
});

describe('the settings of the sandbox', () => {
  it('have a port on loopback and a key of their own outside production', () => {
    expect(readSandboxConfig({})).to.deep.equal({ port: 4010, host: '127.0.0.1', apiKey: 'sandbox-key' });
  });

  it('are unusable in production, also with a key', () => {
    const read = () => readSandboxConfig({ NODE_ENV: 'production', PROVIDER_API_KEY: 'k'.repeat(32) });
    expect(read).to.throw(ConfigError, 'NODE_ENV is production');
  });
});

/** Waits until the hanging call has reached the sandbox. */
async function untilLogged(url: string): Promise<void> {
  await waitFor(
    async () => {
      const { data } = (await (await fetch(`${url}/_calls`)).json()) as { data: unknown[] };
      return data.length > 0;
    },
    { describe: 'the hanging call is logged' },
  );
}
