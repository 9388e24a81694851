import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { ConfigError } from '../../shared/config/environment.js';
import { readSandboxConfig } from '../../shared/config/sandbox.js';

describe('the sandbox process', () => {
  let child: ChildProcess;

  function start(environment: Record<string, string>): ChildProcess {
    const { NODE_ENV: _, ...inherited } = process.env;
    child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
      env: { ...inherited, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return child;
  }

  async function startedUrl(environment: Record<string, string> = {}): Promise<string> {
    const { stdout } = start(environment);
    if (stdout === null) throw new Error('The process has no output');
    const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
    return line.replace('Sandbox provider listening on ', '');
  }

  afterEach(() => {
    child.kill('SIGKILL');
  });

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
      const ended = once(child, 'exit');
      child.kill(signal);
      expect(await ended).to.deep.equal([0, null]);
      expect(await hanging).to.be.an('error');
    });
  }

  it('ends when its parent is gone', async () => {
    await startedUrl();
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).to.deep.equal([0, null]);
  });

  it('listens on the address that HOST names', async () => {
    const url = await startedUrl({ HOST: '0.0.0.0' });
    expect(url).to.match(/^http:\/\/0\.0\.0\.0:\d+$/);
    expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/_calls`)).status).to.equal(200);
  });

  it('tells all that is wrong at once and ends with 1', async () => {
    const { stderr } = start({ NODE_ENV: 'production', PORT: 'http', HOST: 'sandbox' });
    if (stderr === null) throw new Error('The process has no output');
    const [[code], output] = await Promise.all([once(child, 'exit'), text(stderr)]);
    expect(code).to.equal(1);
    expect(output)
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
