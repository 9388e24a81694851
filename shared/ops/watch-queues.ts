import type { Queue } from 'bullmq';
import type { Registry } from 'prom-client';
import { readQueue } from '../queues/read-queue.js';
import type { WireQueue } from '../wire/queue.js';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';

/** Well within the 10 s that Prometheus waits by default, also for a Redis that is frozen. */
const ANSWERS_WITHIN_MS = 2_000;

/** The bells of a process by the names of their queues. */
export type Bells = Readonly<Record<string, { queue(): Promise<Queue> }>>;

type Reading = Readonly<Record<string, NonNullable<WireQueue['queue']>>>;

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Adds what Redis knows of the queues. They are only doorbells: what is left to do the backlog says. */
export function watchQueues(registry: Registry, bells: Bells): void {
  registerReading<Reading>(registry, {
    up: { name: 'redis_up', help: 'Whether Redis answered in time' },
    read: () => withinTime(readAll(bells), ANSWERS_WITHIN_MS),
    gauges: [
      {
        name: 'queue_jobs',
        help: 'Jobs of a queue by state',
        labelNames: ['queue', 'state'],
        samples: (queues) =>
          Object.entries(queues).flatMap(([queue, jobs]) =>
            STATES.map((state) => [{ queue, state }, jobs[state]] as const),
          ),
      },
      {
        name: 'queue_oldest_waiting_seconds',
        help: 'Age of the job that a worker takes next',
        labelNames: ['queue'],
        samples: (queues) =>
          Object.entries(queues).map(([queue, jobs]) => [{ queue }, jobs.oldest_waiting_seconds ?? 0]),
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

async function readAll(bells: Bells): Promise<Reading> {
  const readings = Object.entries(bells).map(async ([name, bell]) => [name, await readQueue(bell)] as const);
  return Object.fromEntries(await Promise.all(readings));
}
