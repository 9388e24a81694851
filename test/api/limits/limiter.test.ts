import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Limiter } from '../../../api/limits/limiter.js';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { connectForCommands, REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const DAY_MS = 86_400_000;

describe('A limit whose Redis has had its clock set back by a day', () => {
  let redis: Redis;
  let limiter: Limiter;

  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  });
  after(() => redis.disconnect());

  beforeEach(async () => {
    await redis.flushdb();
    limiter = new Limiter(redis, { name: 'test', points: 2, windowSeconds: 60 });
    await limiter.count('client');
    // What began before the jump ends by the clock of then.
    for (const key of await redis.keys('*:limit:*')) await redis.pexpire(key, DAY_MS);
  });

  it('ends its windows when they would have ended, with what was counted in them', async () => {
    const { used, resetSeconds } = await limiter.count('client');
    expect({ used, resetSeconds }).to.deep.equal({ used: 2, resetSeconds: 60 });
    const [key = ''] = await redis.keys('*:limit:*');
    expect(await redis.pttl(key)).to.be.within(1, 60_000);
  });

  it('refuses nobody for longer who is only looked at', async () => {
    const { used, resetSeconds } = await limiter.look('client');
    expect({ used, resetSeconds }).to.deep.equal({ used: 1, resetSeconds: 60 });
    const [key = ''] = await redis.keys('*:limit:*');
    expect(await redis.pttl(key)).to.be.within(1, 60_000);
  });
});

describe('A limit whose Redis stands still', () => {
  let server: OwnServer;
  let redis: Redis;

  before(async () => {
    server = await startOwnRedis();
    redis = connectForCommands(server.url);
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
  });
  after(async () => {
    process.kill(server.pid, 'SIGCONT');
    redis.disconnect();
    await server.remove();
  });

  it('counts here meanwhile, and nothing of that in a window of Redis when it goes on', async () => {
    const limiter = new Limiter(redis, { name: 'still', points: 10, windowSeconds: 60 });
    process.kill(server.pid, 'SIGSTOP');
    const counted = [];
    for (let times = 0; times < 4; times += 1) counted.push((await limiter.count('client')).used);
    expect(counted).to.deep.equal([1, 2, 3, 4]);
    process.kill(server.pid, 'SIGCONT');
    await waitFor(async () => (await redis.ping().catch(() => '')) === 'PONG', {
      describe: 'Redis answers again',
    });
    // The first was sent to find out that nothing answers.
    expect(await redis.get(`${REDIS_PREFIX}:limit:still:client`)).to.equal('1');
  });

  it('is counted in Redis again once that answers', async () => {
    const limiter = new Limiter(redis, { name: 'again', points: 10, windowSeconds: 60 });
    process.kill(server.pid, 'SIGSTOP');
    await limiter.count('client');
    process.kill(server.pid, 'SIGCONT');
    const key = `${REDIS_PREFIX}:limit:again:client`;
    await waitFor(
      async () => {
        await limiter.count('client');
        return Number(await redis.get(key).catch(() => '0')) > 1;
      },
      { describe: 'Redis counts' },
    );
  });
});
