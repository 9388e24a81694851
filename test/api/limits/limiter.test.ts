import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { Limiter } from '../../../api/limits/limiter.js';
import { waitFor } from '../../../harness/wait-for.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { testRedisUrl } from '../../support/redis.js';

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
