import { once } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { readInfo } from '../../../shared/redis/read-info.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const COMMANDS = 200;

describe('commands to Redis', () => {
  let redis: Redis;
  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await once(redis, 'ready');
  });
  after(() => redis.disconnect());

  const counted = async (): Promise<number> =>
    Number(readInfo(await redis.info('stats'), 'total_reads_processed'));

  it('arrive together when they are asked in one turn, each with its own answer', async () => {
    const before = await counted();
    const numbers = Array.from({ length: COMMANDS }, (_none, index) => String(index));
    const answers = await Promise.all(numbers.map((number) => redis.echo(number)));
    expect(answers).to.deep.equal(numbers);
    // Others may use the server meanwhile.
    expect((await counted()) - before).to.be.below(COMMANDS / 2);
  });

  it('arrive together as well after the connection was lost', async () => {
    redis.disconnect(true);
    await once(redis, 'ready');
    const before = await counted();
    await Promise.all(Array.from({ length: COMMANDS }, () => redis.ping()));
    expect((await counted()) - before).to.be.below(COMMANDS / 2);
  });

  it('go out before the connection is closed in the same turn', async () => {
    const other = connectForCommands(testRedisUrl());
    await once(other, 'ready');
    const asked = [other.echo('first'), other.quit()];
    expect(await Promise.all(asked)).to.deep.equal(['first', 'OK']);
  });
});
