/**
 * Columns that describe the server and database a statement runs on, and so identify a history in database_histories.
 * Ordinary roles may read all of it, in about 0.3 ms, and a promotion shows at once. `adopted` must be a row of that
 * table. Fails on a standby, which has no write position.
 */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer`;
const DATABASE_OID = `(SELECT oid FROM pg_database WHERE datname = current_database())::bigint`;

/** One row: the identity of this server and database. */
export const THIS_DATABASE = `
  SELECT server.system_identifier, ${TIMELINE} AS timeline, ${DATABASE_OID} AS database_oid,
    'database_histories'::regclass::oid::bigint AS table_oid
  FROM pg_control_system() AS server`;

/** The newest history, whether or not it still describes this database. */
export const NEWEST_HISTORY = 'SELECT * FROM database_histories ORDER BY adopted_at DESC LIMIT 1';

/**
 * The id of the adopted history; no row if what this server and database have become has not been adopted, or if the
 * database lacks what it had.
 */
export const ADOPTED_HISTORY = `
  SELECT newest.id FROM (${NEWEST_HISTORY}) AS newest
  JOIN (${THIS_DATABASE}) AS this ON this.system_identifier = newest.system_identifier
    AND this.timeline = newest.timeline AND this.database_oid = newest.database_oid
    AND this.table_oid = newest.table_oid AND newest.doubted_at IS NULL`;
