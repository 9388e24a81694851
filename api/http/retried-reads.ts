import type { Database, Sql } from '../../shared/db/database.js';

/** Reads that are run again after a lost connection, at the cost of a later error when there is none to be had. */
export function retriedReads(db: Database): Sql {
  return { query: (text, values) => db.statement(text, values) };
}
