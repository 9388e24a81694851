import type { Sql } from './database.js';

/** Settings without which PostgreSQL may forget what it has acknowledged, and the values that do so. */
const FORGETFUL: Readonly<Record<string, readonly string[]>> = {
  fsync: ['off'],
  full_page_writes: ['off'],
  synchronous_commit: ['off'],
};

/**
 * Refuses to work on a database that may forget acknowledged commits in a crash: a lost dispatch marker would let a
 * paid call be made twice. Throws with the names of the settings to change.
 */
export async function requireDurability(sql: Sql): Promise<void> {
  const rows = await sql.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[])',
    [Object.keys(FORGETFUL)],
  );
  const wrong = rows
    .filter(({ name, setting }) => FORGETFUL[name]?.includes(setting))
    .map(({ name }) => name);
  if (wrong.length > 0) {
    throw new Error(`PostgreSQL must not run with ${wrong.join(', ')} off: turn on and start again`);
  }
}
