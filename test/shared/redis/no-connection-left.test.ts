import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { waitFor } from '../../../harness/wait-for.js';
import { createLogger } from '../../../shared/logger.js';
import {
  connectForBlocking,
  connectForCommands,
  connectForSubscribing,
  redisOutageLog,
} from '../../../shared/redis/connect.js';

describe('A Redis with as many connections as it may have', function () {
  this.timeout(60_000);

  let server: OwnServer;
  let full = false;
  /**
   * As over a network: what is sent reaches a full server only after it has said so and closed. On loopback it mostly does
   * before that is read, and the kernel then says no more than EPIPE.
   */
  let network: Relay;
  before(async () => {
    server = await startOwnRedis();
    const sent = (bytes: Buffer) => (full ? Buffer.alloc(0) : bytes);
    network = await startRelay(server.url, () => ({ sent, received: (bytes) => bytes }));
  });
  after(async () => {
    await network.close();
    await server.remove();
  });

  it('is said to be that, once for all connections and attempts, and to be back', async () => {
    const operator = new Redis(server.url);
    await operator.config('SET', 'maxclients', '1');
    full = true;
    const lines: { msg: string; reason?: string }[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line));
    const outages = redisOutageLog(network.url, createLogger({ process: 'api', level: 'info' }, { write }));
    const connections = [connectForCommands, connectForBlocking, connectForSubscribing].map((connect) =>
      connect(network.url, outages),
    );
    const noneLeft = 'the server has no free connections: raise maxclients or run fewer processes';
    try {
      const attempts = connections.map(() => 0);
      connections.forEach((redis, index) => {
        redis.on('close', () => {
          attempts[index] = (attempts[index] ?? 0) + 1;
        });
      });
      // Those that are cut off before they are told why may come first.
      await waitFor(() => lines.at(-1)?.reason === noneLeft, { describe: 'one is told', timeoutMs: 25_000 });
      attempts.fill(0);
      await waitFor(() => Math.min(...attempts) >= 5, { describe: 'five attempts each', timeoutMs: 20_000 });
      const reasons = lines.map(({ reason }) => reason);
      expect(reasons.at(-1)).to.equal(noneLeft);
      expect(reasons.length, reasons.join('\n')).to.be.lessThan(3);
      await operator.config('SET', 'maxclients', '100');
      full = false;
      await waitFor(() => lines.at(-1)?.msg === 'Redis is back', {
        describe: 'it is back',
        timeoutMs: 10_000,
      });
    } finally {
      for (const redis of [operator, ...connections]) redis.disconnect();
    }
  });
});
