import type { Registry } from 'prom-client';
import type { Database, Sql } from '../db/database.js';
import { isLive } from '../db/of-mode.js';
import { joinPeriod } from '../db/running-totals.js';
import { toPublicId } from '../domain/ids.js';
import { withinTime } from '../within-time.js';
import { type ReadingGauge, registerReading } from './reading-gauges.js';

/** Keeps the number of time series small, however many clients there are. */
const MAX_CLIENTS = 10;
/** Including today; days are in UTC. */
const DAYS = 7;
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const FIRST_DAY = `(${TODAY} - ${DAYS - 1})`;
/** It reads two totals of every client, which is too much for each scrape. */
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

/** Adds the most active clients, from their running totals; a client is shown by its id, never by its name. */
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
    `SELECT c.id AS client_id, f.submitted AS accepted, f.completed, f.reviewed, f.credits
     FROM clients c ${joinPeriod('c.id', FIRST_DAY, TODAY)}
     WHERE ${isLive('c.id')} AND until.day >= ${FIRST_DAY} ORDER BY accepted DESC, c.id LIMIT ${MAX_CLIENTS}`,
  );
}
