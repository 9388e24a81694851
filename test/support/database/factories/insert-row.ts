import type { Sql } from '../../../../shared/db/database.js';

/** Inserts one row; table and column names come from the test itself. */
export async function insertRow(sql: Sql, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_name, index) => `$${index + 1}`);
  await sql.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}
