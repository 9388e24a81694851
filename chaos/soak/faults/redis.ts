import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { CHECK_QUEUE } from '../../../shared/queues/check-queue.js';
import { REDIS_PREFIX } from '../../../shared/redis/connect.js';
import { type Fault, last, lasting } from '../fault.js';
import type { Soak } from '../soak.js';

/** Runs commands on a separate connection, bypassing every relay. */
async function withRedis<T>({ site }: Soak, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(site.redisUrl, { maxRetriesPerRequest: 3 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const flushed: Fault = {
  kind: 'Redis FLUSHALL',
  areas: ['redis'],
  strike: (soak) => withRedis(soak, async (redis) => void (await redis.flushall())),
};

function crashed(seconds: readonly [from: number, to: number]): Fault {
  return {
    kind: `Redis crash, empty after ${seconds.join('–')} s`,
    areas: ['redis'],
    strike: async ({ servers }, random) => {
      await servers.redis.crash();
      await last(random, ...seconds);
      await servers.redis.restart();
    },
  };
}

/** An old state of Redis comes back: finished jobs, and locks of workers that have moved on. */
const resurrected: Fault = {
  kind: 'old Redis snapshot restored',
  areas: ['redis'],
  strike: async (soak, random) => {
    const dump = await withRedis(soak, async (redis) => {
      await redis.save();
      const [, folder = ''] = (await redis.config('GET', 'dir')) as string[];
      return join(folder, 'dump.rdb');
    });
    await last(random, 1, 6);
    const { redis } = soak.servers;
    await redis.crash();
    await redis.restart();
    rmSync(dump, { force: true });
  },
};

const connectionsKilled: Fault = {
  kind: 'Redis CLIENT KILL',
  areas: ['redis'],
  strike: (soak) =>
    withRedis(soak, async (redis) => {
      for (const type of ['normal', 'pubsub'])
        await redis.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
    }),
};

const paused: Fault = {
  kind: 'Redis CLIENT PAUSE',
  areas: ['redis'],
  strike: async (soak, random) => {
    await withRedis(soak, (redis) => redis.call('CLIENT', 'PAUSE', String(random.between(2_000, 12_000))));
    await last(random, 2, 12);
    // The pause also ends by itself.
    await withRedis(soak, (redis) => redis.call('CLIENT', 'UNPAUSE'));
  },
};

const full = lasting('Redis memory full', ['redis'], [3, 10], async (soak) => {
  await withRedis(soak, (redis) => redis.config('SET', 'maxmemory', '1mb'));
  return () => withRedis(soak, (redis) => redis.config('SET', 'maxmemory', '0'));
});

const frozen = lasting('Redis stands still', ['redis'], [2, 15], ({ servers }) => {
  process.kill(servers.redis.pid, 'SIGSTOP');
  return () => process.kill(servers.redis.pid, 'SIGCONT');
});

/** Jobs that exist but are in no list, as after a lost write of a replica: no worker will ever take them. */
const ghosts: Fault = {
  kind: 'ghost jobs in Redis',
  areas: ['redis'],
  strike: (soak) =>
    withRedis(soak, async (redis) => {
      await redis.del(
        ...['wait', 'prioritized', 'active', 'marker'].map(
          (list) => `${REDIS_PREFIX}:${CHECK_QUEUE}:${list}`,
        ),
      );
    }),
};

/** Faults of Redis (F25–F29). */
export const REDIS_FAULTS: readonly Fault[] = [
  flushed,
  crashed([0, 3]),
  crashed([2, 8]),
  crashed([8, 20]),
  { ...crashed([20, 120]), long: true },
  resurrected,
  connectionsKilled,
  paused,
  full,
  frozen,
  ghosts,
];
