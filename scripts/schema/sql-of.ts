import type pg from 'pg';
import type { Sql } from '../../shared/db/database.js';
import { runUnnamed } from '../../shared/db/run-statement.js';

/** Runs statements on this very connection, in whatever transaction, scope and settings it has. */
export function sqlOf(client: pg.ClientBase): Sql {
  return { query: (text, values) => runUnnamed(client, text, values) };
}
