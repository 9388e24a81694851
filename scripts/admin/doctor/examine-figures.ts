import { loadUncounted, type Uncounted } from '../../../shared/backlog/uncounted-entries.js';
import type { Sql } from '../../../shared/db/database.js';
import { isLive } from '../../../shared/db/of-mode.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';
import { type Totals, wrongTotals } from './wrong-totals.js';

/** Days compared: the newest, which are looked at most, and others drawn anew each time. */
const NEWEST_DAYS = 14;
const OTHER_DAYS = 14;
/** Clients compared, all of whose days are read; drawn anew each time. */
const CLIENTS = 50;
/** On a large installation less is compared, half of the time each: nobody is to wait for it, nor for what it reads. */
const COMPARES_FOR_MS = 4_000;
/** As many differences are named. */
const NAMED = 3;
/** Workers count within seconds; the alert FiguresBehind waits as long. */
const BEHIND_SECONDS = 600;

/** What was compared, and what differs. */
export interface ComparedFigures {
  uncounted: Uncounted;
  days: number;
  clients: number;
  /** In words: what, and where. */
  differences: readonly string[];
}

/** Judges whether the totals that pages show are the sums of the daily figures, and whether these are up to date. */
export async function examineFigures({ sql }: Surroundings): Promise<Judgement> {
  const begun = performance.now();
  const uncounted = await loadUncounted(sql);
  const differences: string[] = [];
  const compare = async (totals: Totals, among: string, values: readonly string[]): Promise<void> => {
    const found = await sql.query<{ key: Record<string, unknown> }>(
      `SELECT row_to_json(wrong) AS key FROM (${wrongTotals(totals, among)}) AS wrong ORDER BY wrong.day DESC`,
      [values],
    );
    differences.push(...found.map(({ key }) => `${NAMES[totals]} (${Object.values(key).join(', ')})`));
  };
  const days = await compareEach(await drawDays(sql), begun + COMPARES_FOR_MS / 2, async (day) => {
    await compare('figures', 'day = ANY ($1::date[])', [day]);
    await compare('turnarounds', 'day = ANY ($1::date[])', [day]);
  });
  const clients = await compareEach(await drawClients(sql), begun + COMPARES_FOR_MS, (client) =>
    compare('running', 'client_id = ANY ($1::uuid[])', [client]),
  );
  return judgeFigures({ uncounted, days, clients, differences });
}

const NAMES: Readonly<Record<Totals, string>> = {
  figures: 'figure_totals',
  turnarounds: 'turnaround_totals',
  running: 'running_totals',
};

/** Compares one after the other, at least the first of them, until the time is up; returns how many. */
async function compareEach(
  all: readonly string[],
  endAt: number,
  compare: (one: string) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (const one of all) {
    if (count > 0 && performance.now() > endAt) break;
    await compare(one);
    count += 1;
  }
  return count;
}

/** The newest days first. A day may have daily rows and no totals, or the reverse. */
async function drawDays(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ day: string }>(
    `WITH RECURSIVE daily (day) AS (
       SELECT max(day) FROM daily_figures
       UNION ALL SELECT (SELECT max(f.day) FROM daily_figures f WHERE f.day < daily.day)
       FROM daily WHERE daily.day IS NOT NULL
     ), known AS (
       SELECT day FROM daily WHERE day IS NOT NULL UNION SELECT day FROM figure_totals
     ), newest AS (SELECT day FROM known ORDER BY day DESC LIMIT $1)
     (SELECT day::text FROM newest ORDER BY newest.day DESC) UNION ALL
     (SELECT day::text FROM known WHERE day NOT IN (SELECT day FROM newest) ORDER BY random() LIMIT $2)`,
    [NEWEST_DAYS, OTHER_DAYS],
  );
  return rows.map(({ day }) => day);
}

async function drawClients(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM clients WHERE ${isLive('id')} ORDER BY random() LIMIT $1`,
    [CLIENTS],
  );
  return rows.map(({ id }) => id);
}

/** Judges what was found: totals that are wrong stay so until a person counts them anew. */
export function judgeFigures({ uncounted, days, clients, differences }: ComparedFigures): Judgement {
  const compared = `(days compared: ${days}; clients, on all their days: ${clients})`;
  if (differences.length > 0) {
    const more = differences.length > NAMED ? ` and ${differences.length - NAMED} others` : '';
    return fault(
      `totals are not the sums of the daily figures ${compared}: ${differences.slice(0, NAMED).join(', ')}${more}`,
      'count them anew (runbook: Totals of the figures)',
    );
  }
  const { oldestSeconds } = uncounted;
  if (oldestSeconds !== null && oldestSeconds > BEHIND_SECONDS) {
    return warning(
      `the daily figures lack entries of ${uncounted.clients} clients, the oldest ${Math.round(oldestSeconds / 60)} minutes old`,
      'see why workers do not count them (runbook: FiguresBehind)',
    );
  }
  return ok(`up to date, and totals are their sums ${compared}`);
}
