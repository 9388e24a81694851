import { once } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { countTurnarounds, readTurnaround } from '../../../shared/redis/turnaround.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const NOW = Date.parse('2026-09-10T12:00:00Z');
const DAY = 24 * 3_600 * 1_000;
const SERVICE = 'said_verification';

describe('the turnaround of a service', () => {
  let redis: Redis;
  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await once(redis, 'ready');
  });
  beforeEach(() => redis.flushdb());
  after(() => redis.disconnect());

  const count = (times: readonly number[], at = NOW) =>
    countTurnarounds(
      redis,
      times.map((tookMs) => ({ serviceCode: SERVICE, tookMs })),
      at,
    );

  it('is unknown while nothing was completed, and when only other services were', async () => {
    await countTurnarounds(redis, [{ serviceCode: 'vehicle_check', tookMs: 5 }], NOW);
    expect(await readTurnaround(redis, SERVICE, NOW)).to.equal(null);
  });

  it('tells the middle and the slow end of all, to a tenth', async () => {
    await count([...Array(94).fill(1_000), ...Array(6).fill(20_000)]);
    const { p50_ms, p95_ms, since } = (await readTurnaround(redis, SERVICE, NOW)) ?? {};
    expect(p50_ms).to.be.within(1_000, 1_100);
    expect(p95_ms).to.be.within(20_000, 22_000);
    expect(since).to.equal('2026-09-10T00:00:00.000Z');
  });

  it('takes a time of nothing, or of a clock that was set back, for the shortest', async () => {
    await count([0, -5]);
    expect(await readTurnaround(redis, SERVICE, NOW)).to.include({ p50_ms: 1, p95_ms: 1 });
  });

  it('adds up seven days, and forgets what is older', async () => {
    await count([60_000], NOW - 7 * DAY);
    await count([100], NOW - 6 * DAY);
    await count([100, 100]);
    const turnaround = await readTurnaround(redis, SERVICE, NOW);
    expect(turnaround?.p95_ms).to.be.within(100, 110);
    expect(turnaround?.since).to.equal('2026-09-04T00:00:00.000Z');
    const keys = await redis.keys(`*turnaround:${SERVICE}:2026-09-10`);
    expect(await redis.ttl(keys[0] ?? '')).to.be.within(7 * 24 * 3_600, 8 * 24 * 3_600);
  });

  it('is counted without a pipeline, to which ioredis would copy all scripts of BullMQ', async () => {
    const { multi, pipeline } = redis;
    const refuse = (): never => {
      throw new Error('A pipeline was built');
    };
    Object.assign(redis, { multi: refuse, pipeline: refuse });
    try {
      await count([100, 200]);
    } finally {
      Object.assign(redis, { multi, pipeline });
    }
    expect((await readTurnaround(redis, SERVICE, NOW))?.p50_ms).to.be.within(100, 110);
  });

  it('is unknown while Redis is away', async () => {
    const gone = connectForCommands(testRedisUrl());
    await once(gone, 'ready');
    gone.disconnect();
    expect(await readTurnaround(gone, SERVICE, NOW)).to.equal(null);
  });
});
