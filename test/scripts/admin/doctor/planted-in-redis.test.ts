import { once } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { CHECK_QUEUE } from '../../../../shared/queues/check-queue.js';
import { connectForCommands, REDIS_PREFIX } from '../../../../shared/redis/connect.js';
import { HISTORY_KEY } from '../../../../shared/witness/keys.js';
import { publishedKey } from '../../../../worker/log/published-heads.js';
import { LONG_MS, useDoctor } from './use-doctor.js';

describe('npm run admin -- doctor names the cause in Redis of', () => {
  const doctor = useDoctor();
  let client: Redis;

  before(async () => {
    client = connectForCommands(doctor.redisUrl);
    await once(client, 'ready');
  });
  after(() => client.disconnect());

  /** Runs `work` while a setting of Redis is changed. */
  async function configured(name: string, value: string, work: () => Promise<void>): Promise<void> {
    const before = (await client.config('GET', name)) as string[];
    try {
      await client.config('SET', name, value);
      await work();
    } finally {
      await client.config('SET', name, before[1] ?? '');
    }
  }

  it('one that evicts', () =>
    configured('maxmemory-policy', 'allkeys-lru', () =>
      doctor.expectFault('redis_memory', /allkeys-lru/),
    )).timeout(LONG_MS);

  it('one that is almost full', () =>
    configured('maxmemory', '1000', () => doctor.expectWarning('redis_memory', /\d% of maxmemory$/))).timeout(
    LONG_MS,
  );

  it('one that takes no writes because it is full', () =>
    configured('maxmemory', '1000', () => doctor.expectFault('redis', /refuses writes/))).timeout(LONG_MS);

  it('one that forgets at a restart', () =>
    configured('appendonly', 'no', () =>
      doctor.expectWarning('redis_persistence', /appendonly is off/),
    )).timeout(LONG_MS);

  it('a replica', async () => {
    await client.replicaof('127.0.0.1', '1');
    try {
      await doctor.expectFault('redis', /points to a replica/);
    } finally {
      await client.replicaof('NO', 'ONE');
    }
  }).timeout(LONG_MS);

  it('keys that somebody has written over, with what to do', async () => {
    const key = `${REDIS_PREFIX}:${CHECK_QUEUE}:wait`;
    await client.set(key, 'x');
    try {
      await doctor.expectFault(
        'redis_keys',
        /written to \{verification\}:checks:wait \(a string, not a list\)/,
      );
      expect(await doctor.ask('redis_keys'))
        .to.have.property('remedy')
        .that.includes(`UNLINK '${key}'`);
    } finally {
      await client.unlink(key);
    }
    expect(await doctor.ask('redis_keys')).to.include({ state: 'ok' });
  }).timeout(LONG_MS);

  it('a witness that goes with the database of another server', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const witness = {
      history: id,
      system_identifier: '1',
      timeline: '1',
      epoch: id,
      run_id: 'x',
      position: '0',
      started_at: '0',
    };
    await client.hset(HISTORY_KEY, witness);
    try {
      await doctor.expectFault('history', /never adopted, perhaps because the address is wrong/);
    } finally {
      await client.del(HISTORY_KEY);
    }
  }).timeout(LONG_MS);

  it('a log of which more was published than the database has, until it has another name', async () => {
    expect(await doctor.ask('log')).to.include({ state: 'ok', found: 'nothing has been sealed yet' });
    await doctor.asOwner(
      `INSERT INTO log_state (origin, secret, size, note, sealed_at) VALUES ('example.test/log', '', 7, 'note', now())`,
    );
    expect(await doctor.ask('log')).to.include({ state: 'ok', found: '7 entries' });
    const key = publishedKey('example.test/log');
    await client.hset(key, { size: '9', root: 'AAAA' });
    try {
      await doctor.expectFault('log', /has 7 entries, and 9 were published: nothing is sealed$/);
      const renamed = await doctor.ask('log', { LOG_ORIGIN: 'example.test/another' });
      expect(renamed).to.include({ state: 'ok' });
      await doctor.asOwner('DELETE FROM log_state');
      const named = { LOG_ORIGIN: 'example.test/log' };
      await doctor.expectFault('log', /has 0 entries, and 9 were published/, named);
    } finally {
      await client.del(key);
    }
  }).timeout(LONG_MS);
});
