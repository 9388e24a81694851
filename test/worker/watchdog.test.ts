import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import type { CheckQueue } from '../../shared/queues/check-queue.js';
import type { QueueConsumer } from '../../worker/queue-consumer.js';
import { Watchdog } from '../../worker/watchdog.js';
import { recordingLogger } from '../support/checks/check-worker.js';

const CONCURRENCY = 4;

/** A consumer that takes jobs only when the test says so. */
class ConsumerOfTest implements QueueConsumer {
  inWork = 0;
  taken = 0;
  closed = false;
  may = true;
  asked = 0;

  active(): number {
    return this.inWork;
  }

  begun(): number {
    return this.taken;
  }

  mayTake(): boolean {
    this.asked += 1;
    return this.may;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** A queue that answers only how many jobs are waiting, and whether it is paused. */
function queueOf(queue: { getJobCountByTypes(): Promise<number>; isPaused(): Promise<boolean> }): CheckQueue {
  return { bullmq: async () => queue } as unknown as CheckQueue;
}

describe('Watchdog', () => {
  let watchdog: Watchdog | undefined;

  /** A watchdog that checks continuously, and how often it has checked. */
  function watch(
    options: {
      waiting?: () => Promise<number>;
      paused?: boolean;
      consumer?: ConsumerOfTest;
      unresponsiveAfterMs?: number;
      giveUp?: () => void;
    } = {},
  ) {
    const consumers: ConsumerOfTest[] = [];
    const seen = { looks: 0, givenUp: 0 };
    const { logger, logged } = recordingLogger();
    watchdog = new Watchdog({
      queue: queueOf({
        getJobCountByTypes: () => options.waiting?.() ?? Promise.resolve(1),
        isPaused: async () => {
          seen.looks += 1;
          return options.paused === true;
        },
      }),
      concurrency: CONCURRENCY,
      start: () => {
        const consumer = (consumers.length === 0 && options.consumer) || new ConsumerOfTest();
        consumers.push(consumer);
        return consumer;
      },
      giveUp: () => {
        seen.givenUp += 1;
        options.giveUp?.();
      },
      logger,
      lookEveryMs: 1,
      unresponsiveAfterMs: options.unresponsiveAfterMs ?? 0,
    });
    return { watchdog, consumers, seen, logged };
  }

  afterEach(async () => {
    await watchdog?.close();
    watchdog = undefined;
  });

  it('replaces a consumer that takes no job while jobs wait, and closes the old one', async () => {
    const { consumers, logged } = watch();
    await waitFor(() => consumers.length > 1, { describe: 'another consumer' });
    expect(consumers[0]?.closed).to.equal(true);
    expect(logged()).to.include('worker receives no jobs from its queue');
  });

  it('gives up after three new consumers, once', async () => {
    const { consumers, seen, watchdog: watching } = watch();
    await waitFor(() => seen.givenUp > 0, { describe: 'giving up' });
    expect(consumers).to.have.lengthOf(4);
    const clock = watch({ waiting: async () => 0 });
    await waitFor(() => clock.seen.looks > 5, { describe: 'time for more looks' });
    expect(seen.givenUp).to.equal(1);
    await watching.close();
  });

  it('starts counting anew when a new consumer takes jobs', async () => {
    let jobs = 0;
    const { consumers, seen } = watch({
      waiting: async () => {
        const waiting = jobs;
        jobs = 0;
        return waiting;
      },
    });
    for (let restarts = 1; restarts <= 8; restarts += 1) {
      jobs = 1;
      await waitFor(() => consumers.length > restarts || seen.givenUp > 0, { describe: 'another consumer' });
      const newest = consumers.at(-1);
      if (newest !== undefined) newest.taken += 1;
      const looks = seen.looks;
      await waitFor(() => seen.looks > looks + 1, { describe: 'the consumer has begun a job' });
    }
    expect(seen.givenUp).to.equal(0);
    expect(consumers).to.have.lengthOf(9);
  });

  it('lets a consumer be while it may take none', async () => {
    const consumer = Object.assign(new ConsumerOfTest(), { may: false });
    const { consumers } = watch({ consumer });
    await waitFor(() => consumer.asked > 5, { describe: 'some looks' });
    expect(consumers).to.have.lengthOf(1);
    consumer.may = true;
    await waitFor(() => consumers.length > 1, { describe: 'another consumer' });
  });

  const quiet: Readonly<Record<string, Parameters<typeof watch>[0]>> = {
    'no job waits': { waiting: async () => 0 },
    'the queue is paused': { paused: true },
    'Redis is away': { waiting: () => Promise.reject(new Error('Redis is not connected')) },
  };
  for (const [what, options] of Object.entries(quiet)) {
    it(`lets a consumer be while ${what}`, async () => {
      const { consumers, seen } = watch(options);
      await waitFor(() => seen.looks > 5, { describe: 'some looks' });
      expect(consumers).to.have.lengthOf(1);
    });
  }

  it('lets a consumer be that has its hands full, or was heard of lately', async () => {
    const full = new ConsumerOfTest();
    full.inWork = CONCURRENCY;
    const busy = watch({ consumer: full });
    const fresh = watch({ unresponsiveAfterMs: 60_000 });
    const looking = watch({ waiting: async () => 0 });
    await waitFor(() => looking.seen.looks > 5, { describe: 'some looks' });
    expect(busy.consumers).to.have.lengthOf(1);
    expect(fresh.consumers).to.have.lengthOf(1);
    expect(busy.seen.looks + fresh.seen.looks, 'the queue is not even asked').to.equal(0);
    full.inWork = 0;
    await Promise.all([busy.watchdog.close(), fresh.watchdog.close()]);
  });

  it('counts and waits for the jobs of a consumer that it replaced', async () => {
    const first = new ConsumerOfTest();
    first.inWork = 2;
    const { consumers, watchdog: watching } = watch({ consumer: first });
    await waitFor(() => consumers.length > 1, { describe: 'another consumer' });
    expect(watching.active()).to.equal(2);
    let closed = false;
    const closing = watching.close().then(() => {
      closed = true;
    });
    await waitFor(() => consumers.at(-1)?.closed, { describe: 'the newest consumer is closed' });
    expect(closed).to.equal(false);
    first.inWork = 0;
    await closing;
  });

  it('closes in order also when giving up is an error that nobody catches', async () => {
    const rejections: unknown[] = [];
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (error) => rejections.push(error));
    try {
      const { watchdog: watching, consumers } = watch({
        giveUp: () => {
          throw new Error('cannot hear');
        },
      });
      await waitFor(() => rejections.length > 0, { describe: 'the error is heard' });
      await watching.close();
      expect(consumers.at(-1)?.closed).to.equal(true);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    }
  });
});
