import type { Sql } from '../../../shared/db/database.js';

/** A backup that ends earlier than this has lost its archive, or is not the daily one. */
const MAX_LAG_MS = 25 * 3_600_000;

/** How far a backup reaches, and how far the live database was when it was checked. */
export interface Reach {
  to: Date;
  behindMs: number;
}

/**
 * Compares the newest timestamps of both. Throws if the backup ends too long before. Workers send a heartbeat every few
 * seconds, so that a backup does not look older than it is when there are no requests.
 */
export async function readReach(live: Sql, restored: Sql): Promise<Reach> {
  const [present, to] = [await newestOf(live), await newestOf(restored)];
  const behindMs = Math.max(0, present.getTime() - to.getTime());
  if (behindMs <= MAX_LAG_MS) return { to, behindMs };
  const hours = Math.round(behindMs / 3_600_000);
  throw new Error(`The backup ends at ${to.toISOString()}, ${hours} hours before the present.`);
}

async function newestOf(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ newest: Date }>(
    `SELECT greatest((SELECT max(beat_at) FROM workers), (SELECT max(recorded_at) FROM audit_log),
       (SELECT max(adopted_at) FROM database_histories)) AS newest`,
  );
  if (row === undefined) throw new Error('Bug: one row was asked for');
  return row.newest;
}
