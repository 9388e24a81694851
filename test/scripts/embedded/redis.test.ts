import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { type RedisOptions, startRedis } from '../../../scripts/embedded/redis.js';
import type { EmbeddedServer } from '../../../scripts/embedded/server.js';

async function ask(url: string, ...command: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(url, { lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(...command);
  } finally {
    client.disconnect();
  }
}

describe('startRedis', () => {
  let folder: string;
  const servers: EmbeddedServer[] = [];

  async function start(options: Partial<RedisOptions> = {}): Promise<EmbeddedServer> {
    const server = await startRedis({ dir: join(folder, 'redis'), ...options });
    servers.push(server);
    return server;
  }

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('never evicts, since an evicted key would be a lost job', async () => {
    const { url } = await start();
    expect(await ask(url, 'CONFIG', 'GET', 'maxmemory-policy')).to.deep.equal([
      'maxmemory-policy',
      'noeviction',
    ]);
  });

  it('refuses whoever does not know the password', async () => {
    const url = new URL((await start()).url);
    url.password = '';
    const refusal = await ask(url.href, 'GET', 'x').catch((error: Error) => error.message);
    expect(refusal).to.match(/NOAUTH/);
  });

  for (const { persistent, left } of [
    { persistent: false, left: null },
    { persistent: true, left: 'kept' },
  ]) {
    it(`has the same address and ${persistent ? 'its data' : 'no data'} after a restart when ${persistent ? '' : 'not '}persistent`, async () => {
      const first = await start({ persistent });
      await ask(first.url, 'SET', 'key', 'kept');
      await first.stop();
      const second = await start({ persistent, port: Number(new URL(first.url).port) });
      expect(second.url).to.equal(first.url);
      expect(await ask(second.url, 'GET', 'key')).to.equal(left);
    });
  }

  it('stops one that outlived its launcher', async () => {
    const survivor = await start();
    await start();
    await survivor.exited;
  });

  it('leaves alone a server that is not ours at the port of the last run', async () => {
    const stranger = await start({ dir: join(folder, 'stranger') });
    const first = await start();
    await first.stop();
    const port = Number(new URL(stranger.url).port);
    const failure = await start({ port }).catch((error: Error) => error.message);
    expect(failure).to.match(/did not start/);
    await start();
    expect(await ask(stranger.url, 'PING')).to.equal('PONG');
  });
});
