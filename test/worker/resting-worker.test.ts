import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { ofOneClient } from '../../harness/check-queue.js';
import { waitFor } from '../../harness/wait-for.js';
import { newId } from '../../shared/domain/ids.js';
import { OutageLog } from '../../shared/outage-log.js';
import { openCheckQueue } from '../../shared/queues/check-queue.js';
import { connectForBlocking, connectForCommands } from '../../shared/redis/connect.js';
import { type QueueConsumer, startConsumer } from '../../worker/queue-consumer.js';
import { recordingLogger } from '../support/checks/check-worker.js';
import { testRedisUrl } from '../support/redis/redis.js';

const USER = 'resting-worker';

/** Long enough for thousands of attempts by a worker that does not rest. */
const A_WHILE_MS = 1_500;

describe('RestingWorker', () => {
  let url: string;
  let admin: Redis;
  let blocking: Redis | undefined;
  let consumer: QueueConsumer | undefined;

  before(async () => {
    url = testRedisUrl();
    admin = connectForCommands(url);
    await waitFor(() => admin.status === 'ready', { describe: 'Redis is connected' });
  });

  after(() => admin.disconnect());

  beforeEach(() => admin.flushdb());

  afterEach(async () => {
    await consumer?.close();
    consumer = undefined;
    blocking?.disconnect();
    await admin.call('ACL', 'DELUSER', USER);
  });

  /** Starts a consumer as a user who may not run the commands. */
  async function startWithout(commands: readonly string[]) {
    const not = commands.map((command) => `-${command}`);
    await admin.call('ACL', 'SETUSER', USER, 'on', '>secret', '~*', '&*', '+@all', ...not);
    const { logger, logged } = recordingLogger();
    const address = new URL(url);
    Object.assign(address, { username: USER, password: 'secret' });
    blocking = connectForBlocking(address.href, new OutageLog(logger, 'Redis', {}));
    let errors = 0;
    const workers: Worker[] = [];
    const ran: string[] = [];
    consumer = startConsumer<{ check_id: string }>({
      queue: 'checks',
      connection: blocking,
      concurrency: 5,
      idOf: (data) => data.check_id,
      run: async (id) => {
        ran.push(id);
      },
      watch: (worker) => {
        workers.push(worker);
        worker.on('error', () => {
          errors += 1;
        });
      },
      logger,
    });
    return { errors: () => errors, ran, logged, workers };
  }

  it('rests after no error about one job, which may come for each of many', async () => {
    const { workers } = await startWithout([]);
    const paused = (message: string) => {
      workers[0]?.emit('error', new Error(message));
      return workers[0]?.isPaused();
    };
    expect(paused('could not renew lock for job 7')).to.equal(false);
    expect(paused('Redis version needs to be greater')).to.equal(true);
  });

  // INFO is asked for once, when a worker is created; scripts for every job. Within a script, Redis 7.0 does not say
  // which command it is.
  for (const [commands, missing] of [
    [['info'], /the command info/],
    [['eval', 'evalsha'], /the command eval(sha)?$/],
    [['zpopmin'], /the command zpopmin|a command within a script/],
  ] as const)
    it(`rests between attempts, says why, and goes on once it may: ${commands.join(', ')}`, async () => {
      const id = newId();
      const queue = openCheckQueue(admin);
      await queue.enqueue(ofOneClient([id]));
      const { errors, ran, logged } = await startWithout(commands);
      await waitFor(() => errors() > 0, { describe: 'it is refused' });
      await sleep(A_WHILE_MS);
      expect(errors()).to.be.lessThan(20);
      expect(ran).to.deep.equal([]);
      const [, what = ''] = /the user lacks permission for (.*?): grant it \(NOPERM\)/.exec(logged()) ?? [];
      expect(what).to.match(missing);
      expect(logged().match(/Redis is away/g)).to.have.lengthOf.at.most(commands.length);

      await admin.call('ACL', 'SETUSER', USER, '+@all');
      await waitFor(() => ran.includes(id), { describe: 'the check is run' });
      await waitFor(() => logged().includes('Redis is back'), { describe: 'the outage is over' });
      await queue.close();
    });
});
