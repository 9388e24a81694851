import type { Queue } from 'bullmq';
import type { Registry } from 'prom-client';
import { readQueue } from '../queues/read-queue.js';
import { isWrongType } from '../redis/describe-outage.js';
import type { WireQueue } from '../wire/queue.js';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';

/** Well within the 10 s that Prometheus waits by default, even if Redis hangs. */
const ANSWERS_WITHIN_MS = 2_000;

/** The queues of a process, by name. */
export type Queues = Readonly<Record<string, { bullmq(): Promise<Queue> }>>;

type Reading = Readonly<Record<string, NonNullable<WireQueue['queue']>>>;

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Adds Redis's figures of the queues. Queues only announce work: the backlog says how much is left. */
export function watchQueues(registry: Registry, queues: Queues): void {
  registerReading<Reading>(registry, {
    up: { name: 'redis_up', help: 'Whether Redis answered in time' },
    read: () => withinTime(readAll(queues), ANSWERS_WITHIN_MS),
    gauges: [
      {
        name: 'queue_jobs',
        help: 'Jobs of a queue by state',
        labelNames: ['queue', 'state'],
        samples: (reading) =>
          Object.entries(reading).flatMap(([queue, jobs]) =>
            STATES.map((state) => [{ queue, state }, jobs[state]] as const),
          ),
      },
      {
        name: 'queue_oldest_waiting_seconds',
        help: 'Age of the next job in line',
        labelNames: ['queue'],
        samples: (reading) =>
          Object.entries(reading).map(([queue, jobs]) => [{ queue }, jobs.oldest_waiting_seconds ?? 0]),
      },
      {
        name: 'queue_paused',
        help: 'Whether a queue is paused',
        labelNames: ['queue'],
        samples: (queues) => Object.entries(queues).map(([queue, jobs]) => [{ queue }, jobs.paused ? 1 : 0]),
      },
    ],
  });
}

/** Without the queues that somebody else has written over, of which unusable-keys tells: Redis has answered. */
async function readAll(queues: Queues): Promise<Reading> {
  const readings = Object.entries(queues).map(async ([name, queue]) => {
    const jobs = await readQueue(queue).catch((error: unknown) => {
      if (isWrongType(error)) return undefined;
      throw error;
    });
    return jobs === undefined ? [] : [[name, jobs] as const];
  });
  return Object.fromEntries((await Promise.all(readings)).flat());
}
