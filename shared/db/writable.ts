import type { Sql } from './database.js';

/**
 * Whether PostgreSQL may write: it is not a standby, and neither role, database nor server is read-only. Throws if it
 * cannot be reached.
 */
export async function isDatabaseWritable(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ writable: boolean }>(
    `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS writable`,
  );
  return row?.writable === true;
}
