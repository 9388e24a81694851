import { once } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connectForCommands } from '../../../shared/redis/connect.js';
import {
  publishRouteHealth,
  type RouteState,
  readCheckHealth,
  readCircuits,
} from '../../../shared/redis/route-health.js';
import { testRedisUrl } from '../../support/redis/redis.js';
import { atClock } from '../../support/time/wrong-clock.js';

describe('the health of checks', () => {
  let redis: Redis;

  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await once(redis, 'ready');
  });
  beforeEach(() => redis.flushdb());
  after(() => redis.disconnect());

  const seen = (calls: number, failures: number): RouteState => ({
    provider: 'upstream',
    path: '/cipc',
    state: 'closed',
    consecutive_failures: Math.min(failures, 1),
    recent: { calls, failures },
    checks: ['cipc_company', 'cipc_director'],
  });
  const well = seen(3, 0);
  const failing = seen(1, 1);
  const open: RouteState = { ...seen(5, 5), state: 'open', consecutive_failures: 5 };
  const halfOpen: RouteState = { ...open, state: 'half_open' };
  const older: RouteState = { ...well, consecutive_failures: 1 };
  delete older.recent;
  const forgiven: RouteState = { ...halfOpen, recent: { calls: 0, failures: 0 } };

  const cases: [string, RouteState[], string][] = [
    ['nobody reports it', [], 'operational'],
    ['all workers do well with it', [well, well], 'operational'],
    ['all that was seen of it is a failure', [failing], 'degraded'],
    ['one failed beside successes', [well, failing], 'operational'],
    ['two of twenty failed', [seen(19, 1), failing], 'degraded'],
    ['two of twenty-one failed', [seen(20, 1), failing], 'operational'],
    [
      'failures are minutes ago, and so is any call',
      [{ ...failing, recent: { calls: 0, failures: 0 } }],
      'operational',
    ],
    ['a circuit opened minutes ago and nobody has asked since', [forgiven], 'operational'],
    ['a worker of the release before has seen a failure', [older], 'degraded'],
    ['one worker of two has opened its circuit', [open, well], 'degraded'],
    ['a worker tries again', [open, halfOpen], 'degraded'],
    ['every worker has opened its circuit', [open, open], 'down'],
  ];
  for (const [name, states, expected] of cases) {
    it(`is ${expected} when ${name}`, async () => {
      for (const [index, state] of states.entries()) {
        await publishRouteHealth(redis, `worker-${index}`, [state]);
      }
      expect((await readCheckHealth(redis)).cipc_director).to.equal(expected);
    });
  }

  it('counts only the workers that report the route', async () => {
    await publishRouteHealth(redis, 'a', [open]);
    await publishRouteHealth(redis, 'b', [{ ...well, path: '/verify', checks: ['alive_status'] }]);
    expect(await readCheckHealth(redis)).to.include({
      cipc_company: 'down',
      cipc_director: 'down',
      alive_status: 'operational',
      vehicle_check: 'operational',
    });
  });

  it('replaces the last word of a worker', async () => {
    await publishRouteHealth(redis, 'a', [open]);
    await publishRouteHealth(redis, 'a', [well]);
    expect((await readCheckHealth(redis)).cipc_director).to.equal('operational');
  });

  it('lets the word of a worker expire, and forgets who is long gone', async () => {
    await publishRouteHealth(redis, 'gone', [open]);
    const keys = await redis.keys('*worker:gone');
    expect(keys).to.have.length(1);
    const key = keys[0] ?? '';
    expect(await redis.ttl(key)).to.be.within(1, 60);
    await redis.del(key);
    expect((await readCheckHealth(redis)).cipc_director).to.equal('operational');
  });

  for (const days of [-1, 1, 2_000]) {
    it(`counts the word of every worker, though the clock of one is wrong by ${days} days`, async () => {
      await publishRouteHealth(redis, 'right', [well]);
      await atClock(days * 86_400_000, () => publishRouteHealth(redis, 'wrong', [open]));
      expect((await readCheckHealth(redis)).cipc_director).to.equal('degraded');
      await publishRouteHealth(redis, 'right', [well]);
      expect((await readCheckHealth(redis)).cipc_director).to.equal('degraded');
    });
  }

  const damaged: [string, unknown][] = [
    ['null', null],
    ['a list', []],
    ['a state that does not exist', { ...open, state: 'ajar' }],
    ['checks that are no list', { ...open, checks: 7 }],
    ['counts that are missing', { ...open, recent: null }],
    ['a count that is a word', { ...open, consecutive_failures: 'five' }],
    ['no JSON', undefined],
  ];
  for (const [name, word] of damaged) {
    it(`goes on believing the other words beside a damaged one: ${name}`, async () => {
      await publishRouteHealth(redis, 'a', [open]);
      const [key = ''] = await redis.keys('*worker:a');
      await redis.hset(key, '/cipc', JSON.stringify(word) ?? 'not { JSON');
      expect((await readCheckHealth(redis)).cipc_director).to.equal('down');
      expect(await readCircuits(redis)).to.have.length(1);
    });
  }
});
