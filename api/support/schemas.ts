import { CHECK_CODES } from '../../shared/services/index.js';
import type { WireCircuit, WireJobs, WireQueue, WireReconcilerRun } from '../../shared/wire/queue.js';
import {
  arrayOf,
  boolean,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  openCount,
  text,
} from '../openapi/schemas.js';

const count = (description: string) => integer(0, 2_147_483_647, { description });

const CIRCUIT = object<WireCircuit>({
  provider: text(20, { description: 'The provider, by its name in our services.' }),
  path: text(100, { description: 'The route as the provider names it.' }),
  checks: arrayOf(oneOfWords(CHECK_CODES, { description: 'The services that use it.' }), CHECK_CODES.length),
  health: oneOfWords(['operational', 'degraded', 'down']),
  workers: count('Number of workers that reported in the last minute.'),
  open: count('Number of workers with an open circuit.'),
  half_open: count('Number of workers that let one trial request through.'),
  consecutive_failures: count('The highest number of any worker.'),
});

const RUN = object<WireReconcilerRun>({
  at: moment(),
  duration_ms: count('Duration of the pass.'),
  requeued: count('Checks that were missing from the queue.'),
  lost_calls: count('Unanswered calls that went into review.'),
  never_reached: count('Checks that could not be sent for a day.'),
  stale_jobs: count('Removed failed jobs of settled checks.'),
});

const JOBS = object<WireJobs>({
  paused: boolean({ description: 'If true, no jobs are processed until somebody resumes the queue.' }),
  waiting: count('Jobs ready for a worker: checks, or webhook endpoints with pending messages.'),
  active: count('Jobs being processed by a worker.'),
  delayed: count('Jobs waiting for their next attempt.'),
  failed: count('Jobs that failed because of a defect.'),
  oldest_waiting_seconds: nullable(count('Age of the waiting job that is next in line.')),
});

const QUEUE = object<WireQueue>(
  {
    redis: oneOfWords(['ok', 'unreachable']),
    queue: nullable(named('Jobs')),
    webhook_queue: nullable(named('Jobs')),
    circuits: nullable(arrayOf(named('Circuit'), 100)),
    reconciler: nullable(
      object<NonNullable<WireQueue['reconciler']>>({
        last_run: nullable(named('ReconcilerRun')),
        last_repair: nullable(named('ReconcilerRun')),
      }),
    ),
    checks: object<WireQueue['checks']>({
      pending: openCount('Unfinished checks.'),
      oldest_pending_seconds: nullable(count('Age of the oldest of them.')),
      in_flight: count('Calls currently in progress at the provider.'),
      overdue: count('Of these, calls past their deadline.'),
    }),
    reviews: object<WireQueue['reviews']>({
      total: openCount('Cases under review.'),
      by_reason: object<WireQueue['reviews']['by_reason']>({
        no_answer: count(
          'No usable answer. The numbers by reason cover the oldest cases, as many as `total` counts.',
        ),
        unclear_answer: count('An unclear answer.'),
        not_reached: count('Not reached for too long.'),
        history_changed: count('The database was restored to an earlier state while the check was open.'),
      }),
      taken: count('Cases that somebody is working on.'),
      paid_twice: count(
        'Calls that were answered in the last week after they had been written off, so they may have been paid for twice.',
      ),
      oldest_seconds: nullable(count('Age of the oldest case.')),
    }),
  },
  { description: 'Numbers that only Redis has are null while Redis is unreachable.' },
);

const PASS: WireReconcilerRun = {
  at: '2026-09-01T08:00:00.123Z',
  duration_ms: 4,
  requeued: 0,
  lost_calls: 0,
  never_reached: 0,
  stale_jobs: 0,
};
/** The figures of a healthy queue. */
export const EXAMPLE_QUEUE: WireQueue = {
  redis: 'ok',
  queue: { paused: false, waiting: 3, active: 12, delayed: 0, failed: 0, oldest_waiting_seconds: 1 },
  webhook_queue: {
    paused: false,
    waiting: 0,
    active: 1,
    delayed: 0,
    failed: 0,
    oldest_waiting_seconds: null,
  },
  circuits: [
    {
      provider: 'upstream',
      path: '/verify',
      checks: ['identity_check', 'said_verification'],
      health: 'operational',
      workers: 2,
      open: 0,
      half_open: 0,
      consecutive_failures: 0,
    },
  ],
  reconciler: { last_run: PASS, last_repair: null },
  checks: { pending: 15, oldest_pending_seconds: 4, in_flight: 12, overdue: 0 },
  reviews: {
    total: 1,
    by_reason: { no_answer: 1, unclear_answer: 0, not_reached: 0, history_changed: 0 },
    taken: 1,
    paid_twice: 0,
    oldest_seconds: 900,
  },
};

/** The named schemas of the queue. */
export const QUEUE_SCHEMAS = { Queue: QUEUE, Jobs: JOBS, Circuit: CIRCUIT, ReconcilerRun: RUN };
