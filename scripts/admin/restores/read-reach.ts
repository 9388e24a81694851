import type { Sql } from '../../../shared/db/database.js';

/** A backup that ends longer ago has lost its archive, or is another than the one that is made every day. */
const MOST_BEHIND_MS = 25 * 3_600_000;

/** How far a backup reaches, and how far the database had gone on when it was looked at. */
export interface Reach {
  to: Date;
  behindMs: number;
}

/**
 * Compares the newest moments of both. Throws when the backup ends too long before. Workers say every few seconds that
 * they live, so that a backup is not older than it looks when nobody asks anything.
 */
export async function readReach(live: Sql, restored: Sql): Promise<Reach> {
  const [present, to] = [await newestOf(live), await newestOf(restored)];
  const behindMs = Math.max(0, present.getTime() - to.getTime());
  if (behindMs <= MOST_BEHIND_MS) return { to, behindMs };
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
