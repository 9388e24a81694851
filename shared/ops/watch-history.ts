import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.js';
import type { HistoryKeeper } from '../history/history-keeper.js';
import { withinTime } from '../within-time.js';
import { registerReading } from './reading-gauges.js';

/** Well within the 10 s that Prometheus waits by default. */
const ANSWERS_WITHIN_MS = 3_000;

interface Reading {
  adopted_at: Date;
  adopted_how: string;
  lost: number;
}

/** Adds whether the database is the adopted one, and what was found missing in it (contract 15). */
export function watchHistory(
  registry: Registry,
  { db, history }: { db: Database; history: HistoryKeeper },
): void {
  new Gauge({
    name: 'database_history_adopted',
    help: 'Whether the database is the one that was adopted; while it is not, nothing is called',
    registers: [registry],
    collect() {
      this.remove();
      if (history.state !== 'unread') this.set(history.state === 'adopted' ? 1 : 0);
    },
  });
  registerReading<Reading | undefined>(registry, {
    up: {
      name: 'database_history_read',
      help: 'Whether the histories of the database could be read in time',
    },
    read: async () => {
      const reading = db.query<Reading>(
        `SELECT h.adopted_at, h.adopted_how, (SELECT count(*) FROM lost_requests)::int AS lost
         FROM database_histories h ORDER BY h.adopted_at DESC LIMIT 1`,
      );
      return (await withinTime(reading, ANSWERS_WITHIN_MS))[0];
    },
    gauges: [
      {
        name: 'database_history_adopted_timestamp_seconds',
        help: 'When the database was last adopted after a promotion, a restore or a copy; 0 if never',
        samples: (reading) => {
          if (reading === undefined) return [];
          const { adopted_at, adopted_how } = reading;
          return [[{}, adopted_how === 'migration' ? 0 : adopted_at.getTime() / 1_000]];
        },
      },
      {
        name: 'lost_requests',
        help: 'Acknowledged requests that are lost because the database was restored to an earlier state',
        samples: (reading) => (reading === undefined ? [] : [[{}, reading.lost]]),
      },
    ],
  });
}
