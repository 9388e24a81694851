import type { Sql } from './database.js';

/** A collation whose order differs from when the indexes that use it were built. */
export interface ChangedCollation {
  /** Of the database, for its default collation, or of a collation. */
  name: string;
  /** The version of the C library or ICU the indexes were built with. */
  recorded: string;
  /** The current version; null if it is unversioned. */
  actual: string | null;
}

/**
 * Finds the collations of this database's indexes whose version has changed since they were built, as after an image
 * update: until the indexes are rebuilt, rows may not be found. Keys and e-mail addresses are not affected (COLLATE
 * "C"). Needs PostgreSQL 15.
 */
export function findChangedCollations(sql: Sql): Promise<ChangedCollation[]> {
  return sql.query<ChangedCollation>(
    `SELECT name, recorded, actual FROM (
       SELECT datname AS name, datcollversion AS recorded, pg_database_collation_actual_version(oid) AS actual
       FROM pg_database WHERE datname = current_database()
       UNION ALL
       SELECT collname, collversion, pg_collation_actual_version(oid) FROM pg_collation
       WHERE oid IN (SELECT unnest(indcollation) FROM pg_index
                     WHERE indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace))
     ) AS used WHERE recorded IS NOT NULL AND recorded IS DISTINCT FROM actual ORDER BY name`,
  );
}
