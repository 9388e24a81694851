import { randomUUID } from 'node:crypto';
import { jobOf, openCheckQueue } from '../../../harness/check-queue.js';
import { connectForBlocking } from '../../../shared/redis/connect.js';
import type { Random } from '../../random.js';
import { setClock } from '../../world/false-clock.js';
import { type Fault, lasting } from '../fault.js';
import type { Slot } from '../slot.js';
import type { Soak } from '../soak.js';

type Queue = Awaited<ReturnType<typeof openCheckQueue>>;

async function withQueue(soak: Soak, work: (queue: Queue) => Promise<void>): Promise<void> {
  const redis = connectForBlocking(soak.site.redisUrl);
  try {
    const queue = await openCheckQueue(redis);
    await work(queue);
    await queue.close();
  } finally {
    redis.disconnect();
  }
}

/** Jobs that the service never created: for checks in every state, several of each, and for nothing at all. */
const forged: Fault = {
  kind: 'forged jobs',
  areas: ['queue', 'redis', 'postgres'],
  notForBaseline: true,
  strike: async (soak, random) => {
    const rows = await soak.db.query<{ id: string }>('SELECT id FROM checks ORDER BY random() LIMIT 150');
    const ids = rows.flatMap(({ id }) => [id, id]);
    const junk = Array.from({ length: 50 }, () => random.pick([randomUUID(), 'x', '', null, 7]));
    await withQueue(soak, async (queue) => {
      await queue.addBulk([...ids, ...junk].map((id) => jobOf({ check_id: id })));
    });
  },
};

/** The buttons of the dashboard: retry failed jobs, and promote delayed ones. */
const pressed: Fault = {
  kind: 'failed jobs retried, delayed promoted',
  areas: ['queue', 'redis'],
  notForBaseline: true,
  strike: (soak) =>
    withQueue(soak, async (queue) => {
      const failed = await queue.getFailed(0, 200);
      const delayed = await queue.getDelayed(0, 200);
      // By its turn, a job may be gone or have moved.
      await Promise.all(failed.map((job) => job.retry().catch(() => undefined)));
      await Promise.all(delayed.map((job) => job.promote().catch(() => undefined)));
    }),
};

/** The wall clock of one process jumps ahead, and back. */
function clockJumps(
  kind: string,
  slots: (soak: Soak) => readonly Slot[],
  by: (random: Random) => string,
): Fault {
  return lasting(kind, ['clock'], [3, 12], (soak, random) => {
    const file = slots(soak).find(({ clockFile }) => clockFile !== undefined)?.clockFile;
    if (file === undefined) throw new Error('No process has a clock of its own');
    setClock(file, by(random));
    return () => setClock(file, '+0');
  });
}

/** Clock jumps (F37); only if libfaketime is installed. */
export const CLOCK_FAULTS: readonly Fault[] = [
  clockJumps(
    'worker clock jumps by days',
    ({ cluster }) => cluster.workers,
    (random) => `${random.pick(['+', '-'])}${random.between(1, 30)}d`,
  ),
  // A larger jump would rightly invalidate every token of the clients: too old, or too far in the future for the skew
  // allowed between two APIs.
  clockJumps(
    'API clock jumps by minutes',
    ({ cluster }) => cluster.apis,
    (random) => random.pick([`+${random.between(1, 20)}m`, `-${random.between(1, 25)}s`]),
  ),
];

const receiverFails: Fault = {
  ...lasting('webhook receiver fails', ['webhooks'], [3, 12], ({ receiver }, random) => {
    receiver.misbehave(random.pick(['500', 'reset', 'hang']));
    return () => receiver.behave();
  }),
  notForBaseline: true,
};

/** Faults of the queue's content (F30) and of webhook receivers. */
export const OTHER_FAULTS: readonly Fault[] = [forged, pressed, receiverFails];
