import type { Database, Sql } from './database.js';
import { retriedReads } from './retried-reads.js';
import { maySucceedLater } from './sqlstate.js';
import { UnknownCommitError } from './unknown-commit.js';

/**
 * Does what is left to do once a transaction of the same request is committed. Throws UnknownCommitError if PostgreSQL
 * cannot be used for it, or others are in its way each time: whoever then heard that nothing was stored would do the
 * whole of it again.
 */
export async function afterCommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw maySucceedLater(error) ? new UnknownCommitError(error) : error;
  }
}

/** Reads what was committed, with the same errors as `afterCommit`; rerun after a lost connection. */
export function readBack<T>(db: Database, read: (sql: Sql) => Promise<T>): Promise<T> {
  return afterCommit(() => read(retriedReads(db)));
}
