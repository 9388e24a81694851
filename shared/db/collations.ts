import type { Sql } from './database.js';

/** An order of texts that is another one now than when the indexes which follow it were built. */
export interface ChangedCollation {
  /** Of the database, for its default order, or of a collation. */
  name: string;
  /** The version of the C library or of ICU that the indexes were built with. */
  recorded: string;
  /** The one that is there now; null when it has no versions. */
  actual: string | null;
}

/**
 * Finds the collations of this database's indexes whose version is another one than when they were built, as after a
 * new image: until they are built again, rows may not be found where they stand. Keys and e-mail addresses do not depend
 * on it (COLLATE "C"). Needs PostgreSQL 15.
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
