import { once } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { publishRouteHealth, type RouteState, readRouteHealth } from '../../../shared/redis/route-health.js';
import { testRedisUrl } from '../../support/redis.js';

describe('the health of upstream routes', () => {
  let redis: Redis;

  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await once(redis, 'ready');
  });
  beforeEach(() => redis.flushdb());
  after(() => redis.disconnect());

  const well: RouteState = { state: 'closed', consecutive_failures: 0 };
  const failing: RouteState = { state: 'closed', consecutive_failures: 1 };
  const open: RouteState = { state: 'open', consecutive_failures: 5 };
  const halfOpen: RouteState = { state: 'half_open', consecutive_failures: 5 };

  const cases: [string, RouteState[], string][] = [
    ['nobody reports it', [], 'operational'],
    ['all workers do well with it', [well, well], 'operational'],
    ['one worker has seen a failure', [well, failing], 'degraded'],
    ['one worker of two has opened its circuit', [open, well], 'degraded'],
    ['a worker tries again', [open, halfOpen], 'degraded'],
    ['every worker has opened its circuit', [open, open], 'down'],
  ];
  for (const [name, states, expected] of cases) {
    it(`is ${expected} when ${name}`, async () => {
      for (const [index, state] of states.entries()) {
        await publishRouteHealth(redis, `worker-${index}`, { '/cipc': state });
      }
      expect((await readRouteHealth(redis))['/cipc']).to.equal(expected);
    });
  }

  it('counts only the workers that report the route', async () => {
    await publishRouteHealth(redis, 'a', { '/cipc': open });
    await publishRouteHealth(redis, 'b', { '/verify': well });
    expect(await readRouteHealth(redis)).to.include({ '/cipc': 'down', '/verify': 'operational' });
  });

  it('replaces the last word of a worker', async () => {
    await publishRouteHealth(redis, 'a', { '/cipc': open });
    await publishRouteHealth(redis, 'a', { '/cipc': well });
    expect((await readRouteHealth(redis))['/cipc']).to.equal('operational');
  });

  it('lets the word of a worker expire, and forgets who is long gone', async () => {
    await publishRouteHealth(redis, 'gone', { '/cipc': open });
    const keys = await redis.keys('*worker:gone');
    expect(keys).to.have.length(1);
    const key = keys[0] ?? '';
    expect(await redis.ttl(key)).to.be.within(1, 60);
    await redis.del(key);
    expect((await readRouteHealth(redis))['/cipc']).to.equal('operational');
  });

  it('takes damaged words for none', async () => {
    await publishRouteHealth(redis, 'a', { '/cipc': open });
    const [key = ''] = await redis.keys('*worker:a');
    await redis.hset(key, '/cipc', 'no json');
    expect((await readRouteHealth(redis))['/cipc']).to.equal('operational');
  });
});
