import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { findRedis } from '../../../scripts/embedded/find-redis.js';
import { freePort } from '../../../scripts/embedded/free-port.js';
import { type ServerProcess, startServerProcess } from '../../../scripts/embedded/server-process.js';
import { toOneUrl } from '../../../shared/config/several-servers.js';
import {
  connectForBlocking,
  connectForCommands,
  connectForSubscribing,
  redisOutageLog,
} from '../../../shared/redis/connect.js';
import { recordingLogger } from '../../support/checks/check-worker.js';

const PASSWORD = 'test-only';
const LOGIN = [`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`];

describe('an address of Redis', function () {
  this.timeout(60_000);

  // A space, which is %20 in an address.
  const socket = join(temporaryFolder(), 'the redis.sock');
  const servers: ServerProcess[] = [];
  let masterPort: number;
  let replicaPort: number;
  let sentinelPort: number;
  before(async () => {
    [masterPort, replicaPort, sentinelPort] = await Promise.all([freePort(), freePort(), freePort()]);
    await start([`port ${masterPort}`, `unixsocket "${socket}"`, ...LOGIN]);
    await start([`port ${replicaPort}`, `replicaof 127.0.0.1 ${masterPort}`, ...LOGIN]);
    const monitored = [`monitor mymaster 127.0.0.1 ${masterPort} 1`, `auth-pass mymaster ${PASSWORD}`];
    const lines = monitored.map((line) => `sentinel ${line}`);
    await start([`port ${sentinelPort}`, ...lines], ['--sentinel']);
  });
  after(() => Promise.all(servers.map((server) => server.stop())));

  /** Starts a server with these lines in its configuration file, to which a Sentinel writes. */
  async function start(lines: readonly string[], args: readonly string[] = []): Promise<void> {
    const file = join(temporaryFolder(), 'redis.conf');
    writeFileSync(file, ['bind 127.0.0.1', 'save ""', ...lines, ''].join('\n'));
    const endWith = [{ signal: 'SIGTERM', withinMs: 5_000 }] as const;
    const command = findRedis(() => undefined);
    servers.push(await startServerProcess({ command, args: [file, ...args], endWith }));
  }

  async function connect(address: string): Promise<Redis> {
    const redis = connectForCommands(toOneUrl(address));
    if (redis.status !== 'ready') await once(redis, 'ready');
    return redis;
  }

  it('that is a Unix socket leads there, with password and database', async () => {
    const redis = await connect(`unix://${encodeURI(socket)}?password=${PASSWORD}&db=2`);
    expect(await redis.client('INFO'))
      .to.include(`laddr=${socket}:0`)
      .and.to.include(' db=2 ');
    redis.disconnect();
  });

  for (const [why, user, database] of [
    ['the server does not have', '', 16],
    ['the user may not select', 'limited', 1],
  ] as const)
    it(`of a database that ${why} leads to no other one, and the log says so`, async () => {
      const admin = await connect(`redis://:${PASSWORD}@127.0.0.1:${masterPort}`);
      await admin.call('ACL', 'SETUSER', 'limited', 'on', `>${PASSWORD}`, '~*', '+@all', '-select');
      admin.disconnect();
      const { logger, logged } = recordingLogger();
      const address = `redis://${user}:${PASSWORD}@127.0.0.1:${masterPort}/${database}`;
      const redis = connectForCommands(address, redisOutageLog(address, logger));
      const states: string[] = [];
      for (const state of ['ready', 'reconnecting']) redis.on(state, () => states.push(state));
      await waitFor(() => states.length >= 2, { describe: 'it has been tried twice' });
      expect(states).to.deep.equal(['reconnecting', 'reconnecting']);
      expect(await redis.set('k', 'v').catch(() => 'refused')).to.equal('refused');
      expect(logged().match(/(?<="reason":")[^:"]+/g)).to.deep.equal([
        'the server has no database of this number for us',
      ]);
      redis.disconnect();
    });

  it('of Sentinels leads to the master while one of them takes connections and says nothing', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.resume()));
    const sentinels = `127.0.0.1:${await listenOnLoopback(silent)},127.0.0.1:${sentinelPort}`;
    const address = toOneUrl(`redis+sentinel://:${PASSWORD}@${sentinels}/mymaster/3`);
    const connections = [connectForCommands, connectForSubscribing, connectForBlocking].map((open) =>
      open(address),
    );
    try {
      await waitFor(() => connections.every(({ status }) => status === 'ready'), {
        describe: 'each has found the master',
        timeoutMs: 40_000,
      });
      expect(sockets.size, 'asked of the silent one').to.be.at.least(connections.length);
    } finally {
      for (const redis of connections) redis.disconnect();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('of Sentinels leads to the master, and to the new one after a failover', async () => {
    // The first of them does not answer.
    const sentinels = `127.0.0.1:1,127.0.0.1:${sentinelPort}`;
    const redis = await connect(`redis+sentinel://:${PASSWORD}@${sentinels}/mymaster/3`);
    const server = async () => String(await redis.client('INFO').catch(() => ''));
    expect(await server())
      .to.include(`laddr=127.0.0.1:${masterPort} `)
      .and.to.include(' db=3 ');

    const watching = await connect(`redis://127.0.0.1:${sentinelPort}`);
    const failOver = () => watching.call('SENTINEL', 'FAILOVER', 'mymaster').catch(() => false);
    await waitFor(failOver, { describe: 'Sentinel knows the replica and promotes it', timeoutMs: 40_000 });
    watching.disconnect();
    const written = () => redis.set('written', 'after').catch(() => false);
    await waitFor(
      async () => (await server()).includes(`laddr=127.0.0.1:${replicaPort} `) && (await written()),
      {
        describe: 'the new master is written to',
        timeoutMs: 40_000,
      },
    );
    redis.disconnect();
  });
});
