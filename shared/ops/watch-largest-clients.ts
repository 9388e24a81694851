import type { Registry } from 'prom-client';
import type { Database, Sql } from '../db/database.js';
import { isLive } from '../db/of-mode.js';
import { toPublicId } from '../domain/ids.js';
import { withinTime } from '../within-time.js';
import { type ReadingGauge, registerReading } from './reading-gauges.js';

/** Keeps the number of time series small, however many clients there are. */
const MAX_CLIENTS = 10;
/** Including today; days are in UTC. */
const DAYS = 7;
/** It reads the days of every client, which is too much for each scrape. */
const KEPT_MS = 60_000;
const ANSWERS_WITHIN_MS = 3_000;

interface Sums {
  client_id: string;
  accepted: number;
  completed: number;
  reviewed: number;
  credits: number;
}

const REQUESTS = ['accepted', 'completed', 'reviewed'] as const;

const GAUGES: readonly ReadingGauge<readonly Sums[]>[] = [
  {
    name: 'largest_clients_requests',
    help: 'Requests in the last seven days of the ten clients with the most requests',
    labelNames: ['client', 'what'],
    samples: (clients) =>
      clients.flatMap((sums) => REQUESTS.map((what) => [{ client: idOf(sums), what }, sums[what]] as const)),
  },
  {
    name: 'largest_clients_credits',
    help: 'Credits charged in the last seven days to the ten clients with the most requests',
    labelNames: ['client'],
    samples: (clients) => clients.map((sums) => [{ client: idOf(sums) }, sums.credits] as const),
  },
];

/** Adds the most active clients, from the daily figures; a client is shown by its id, never by its name. */
export function watchLargestClients(registry: Registry, db: Database): void {
  registerReading(registry, {
    read: () => withinTime(loadLargest(db), ANSWERS_WITHIN_MS),
    gauges: GAUGES,
    keptMs: KEPT_MS,
  });
}

const idOf = ({ client_id }: Sums): string => toPublicId('client', client_id);

function loadLargest(sql: Sql): Promise<Sums[]> {
  return sql.query<Sums>(
    `SELECT client_id, sum(submitted)::float8 AS accepted, sum(completed)::float8 AS completed,
       sum(reviewed)::float8 AS reviewed, sum(credits)::float8 AS credits
     FROM daily_figures
     WHERE day > (now() AT TIME ZONE 'UTC')::date - ${DAYS} AND ${isLive('client_id')}
     GROUP BY client_id ORDER BY accepted DESC, client_id LIMIT ${MAX_CLIENTS}`,
  );
}
