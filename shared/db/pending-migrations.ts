import { migrations } from '../../migrations/index.js';
import type { Sql } from './database.js';

const NAMES: readonly string[] = migrations.map((Migration) => new Migration().name);

/**
 * Returns the migrations this build knows and the database has not run. Throws if the database cannot be reached.
 * Migrations only the database knows are those of a newer build, which stays compatible during a roll-out.
 */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  // A database that was never migrated lacks this table, and querying a missing table is an error.
  const [table] = await sql.query<{ exists: boolean }>(
    `SELECT to_regclass('public.migrations') IS NOT NULL AS exists`,
  );
  if (table?.exists !== true) return [...NAMES];
  const applied = await sql.query<{ name: string }>(
    'SELECT name FROM migrations WHERE name = ANY($1::text[])',
    [NAMES],
  );
  return NAMES.filter((name) => !applied.some((row) => row.name === name));
}

/** Returns the migrations that only the database knows, oldest first: those of a later release. */
export async function laterMigrations(sql: Sql): Promise<string[]> {
  const applied = await sql.query<{ name: string }>(
    'SELECT name FROM migrations WHERE name <> ALL ($1::text[]) ORDER BY id',
    [NAMES],
  );
  return applied.map(({ name }) => name);
}
