import type { Registry } from 'prom-client';
import { loadBacklog } from '../backlog/load-backlog.js';
import { type Figures, loadFigures } from '../backlog/load-figures.js';
import { clockDifferenceMs } from '../db/clocks.js';
import { findChangedCollations } from '../db/collations.js';
import type { Database } from '../db/database.js';
import type { WireQueue } from '../wire/queue.js';
import { withinTime } from '../within-time.js';
import { type ReadingGauge, registerReading } from './reading-gauges.js';

/** Well within the 10 s that Prometheus waits by default, so that other figures still arrive if PostgreSQL is down. */
const ANSWERS_WITHIN_MS = 3_000;

interface Reading {
  backlog: Pick<WireQueue, 'checks' | 'reviews'>;
  figures: Figures;
  /** PostgreSQL's clock minus this process's. */
  clockDifferenceMs: number;
  collationsChanged: number;
}

/** Adds PostgreSQL's figures of the remaining work; both processes show them, so that they are seen if one is down. */
export function watchBacklog(registry: Registry, db: Database): void {
  registerReading<Reading>(registry, {
    up: { name: 'postgres_up', help: 'Whether PostgreSQL answered in time' },
    read: async () => {
      const reading = Promise.all([
        loadBacklog(db),
        loadFigures(db),
        clockDifferenceMs(db),
        findChangedCollations(db),
      ]);
      const [backlog, figures, differenceMs, changed] = await withinTime(reading, ANSWERS_WITHIN_MS);
      return { backlog, figures, clockDifferenceMs: differenceMs, collationsChanged: changed.length };
    },
    gauges: [...SURROUNDINGS, ...CHECKS, ...REVIEWS, ...WEBHOOKS, ...BACKUPS, ...ERASURES, ...LEDGER],
  });
}

const one = (value: number | null) => [[{}, value]] as const;

const SURROUNDINGS: readonly ReadingGauge<Reading>[] = [
  {
    name: 'clock_difference_seconds',
    help: 'How far the clock of PostgreSQL is ahead of the clock of this process',
    samples: ({ clockDifferenceMs: milliseconds }) => one(milliseconds / 1_000),
  },
  {
    name: 'stamps_in_future',
    help: 'Open work with a timestamp in the future, left by a wrong clock',
    labelNames: ['what'],
    samples: ({ figures }) =>
      Object.entries(figures.stampsInFuture).map(([what, count]) => [{ what }, count]),
  },
  {
    name: 'collations_changed',
    help: 'Collations that have changed since the indexes that use them were built',
    samples: ({ collationsChanged }) => one(collationsChanged),
  },
];

const CHECKS: readonly ReadingGauge<Reading>[] = [
  {
    name: 'checks_pending',
    help: 'Unfinished checks',
    samples: ({ backlog }) => one(backlog.checks.pending),
  },
  {
    name: 'checks_oldest_pending_seconds',
    help: 'Age of the oldest unfinished check',
    samples: ({ backlog }) => one(backlog.checks.oldest_pending_seconds ?? 0),
  },
  {
    name: 'provider_calls_in_flight',
    help: 'Calls in progress at the provider',
    samples: ({ backlog }) => one(backlog.checks.in_flight),
  },
  {
    name: 'provider_calls_overdue',
    help: 'Calls past their deadline that the reconciler has not put into review yet',
    samples: ({ backlog }) => one(backlog.checks.overdue),
  },
];

const REVIEWS: readonly ReadingGauge<Reading>[] = [
  {
    name: 'reviews_open',
    help: 'Cases under review by reason',
    labelNames: ['reason'],
    samples: ({ backlog }) =>
      Object.entries(backlog.reviews.by_reason).map(([reason, count]) => [{ reason }, count]),
  },
  {
    name: 'reviews_oldest_seconds',
    help: 'Age of the oldest case under review, counted from its request',
    samples: ({ backlog }) => one(backlog.reviews.oldest_seconds ?? 0),
  },
  {
    name: 'reviews_with_late_answer',
    help: 'Cases under review whose answer came after the call had been given up',
    samples: ({ figures }) => one(figures.lateAnswers),
  },
  {
    name: 'provider_calls_paid_twice',
    help: 'Calls answered in the last week after they had been written off or lost: possibly paid for twice',
    samples: ({ figures }) => one(figures.paidTwice),
  },
];

const WEBHOOKS: readonly ReadingGauge<Reading>[] = [
  {
    name: 'webhook_events_staged',
    help: 'Events that no worker has distributed to the endpoints yet',
    samples: ({ figures }) => one(figures.webhooks.staged),
  },
  {
    name: 'webhook_deliveries_pending',
    help: 'Deliveries that have not succeeded yet',
    samples: ({ figures }) => one(figures.webhooks.pending),
  },
  {
    name: 'webhook_oldest_due_seconds',
    help: 'Delay of the oldest event not yet sent to a working endpoint',
    samples: ({ figures }) => one(figures.webhooks.oldestDueSeconds ?? 0),
  },
  {
    name: 'webhook_endpoints_off',
    help: 'Endpoints turned off because they had failed for days',
    samples: ({ figures }) => one(figures.webhooks.off),
  },
];

const BACKUPS: readonly ReadingGauge<Reading>[] = [
  {
    name: 'last_verified_restore_seconds',
    help: 'Time since a backup was last restored and verified',
    samples: ({ figures }) => one(figures.verifiedRestoreSeconds),
  },
];

const ERASURES: readonly ReadingGauge<Reading>[] = [
  {
    name: 'erasures_announced',
    help: 'Verifications that will be erased after their grace period, unless that is cancelled',
    samples: ({ figures }) => one(figures.erasuresAnnounced),
  },
];

const LEDGER: readonly ReadingGauge<Reading>[] = [
  {
    name: 'ledger_imbalances',
    help: 'Wallets that differed from their entries or reservations at the last check',
    samples: ({ figures }) => one(figures.ledger.checkedAt === null ? null : figures.ledger.imbalances),
  },
  {
    name: 'ledger_checked_timestamp_seconds',
    help: 'When the ledger was last verified',
    samples: ({ figures }) =>
      one(figures.ledger.checkedAt === null ? null : figures.ledger.checkedAt.getTime() / 1_000),
  },
];
