import type pg from 'pg';
import { OUTCOMES } from '../../../shared/domain/outcome.js';
import { SERVICES } from '../../../shared/services/index.js';

const COUNTS = ['submitted', 'completed', 'credits', 'reviewed', ...OUTCOMES];
/** Few, so that rows are met again and again. */
const CODES = SERVICES.slice(0, 3).map(({ code }) => code);

/**
 * The statement of a worker that adds to daily rows, of this release and of those before, with counts made up at
 * random.
 */
const ADD = `
  WITH entries AS (
    SELECT client_id, (now() AT TIME ZONE 'UTC')::date + 1 - floor(40 * random() ^ 3)::int AS day, service_code,
      ceil(random() * 9)::int AS n, ceil(random() * 3)::int AS took_class
    FROM unnest($1::uuid[]) AS client_id, unnest($2::text[]) AS service_code WHERE random() < 0.6
  ), figures AS (
    INSERT INTO daily_figures (client_id, day, service_code, ${COUNTS.join(', ')})
    SELECT client_id, day, service_code, ${COUNTS.map((_, index) => `n + ${index}`).join(', ')} FROM entries
    ON CONFLICT (client_id, day, service_code) DO UPDATE SET
      ${COUNTS.map((name) => `${name} = daily_figures.${name} + excluded.${name}`).join(', ')}
  )
  INSERT INTO daily_turnarounds (client_id, day, service_code, took_class, completed)
  SELECT client_id, day, service_code, took_class, n FROM entries
  ON CONFLICT (client_id, day, service_code, took_class) DO UPDATE SET
    completed = daily_turnarounds.completed + excluded.completed`;

/**
 * Adds to the daily rows of some clients on random days up to tomorrow, mostly the last ones, in one transaction that
 * has the clients to itself, as a worker does. Some statements find nothing to add.
 */
export async function addDailyRows(client: pg.ClientBase, clientIds: readonly string[]): Promise<void> {
  const some = clientIds.filter(() => Math.random() < 0.7);
  await client.query('BEGIN');
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM clients WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED',
    [some],
  );
  await client.query(ADD, [rows.map(({ id }) => id), CODES]);
  await client.query('COMMIT');
}
