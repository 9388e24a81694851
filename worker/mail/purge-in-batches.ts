import type { Sql } from '../../shared/db/database.js';

/** Rows per statement: small enough that the locks hold nobody up. */
const BATCH = 500;

export interface Purge {
  table: 'mails' | 'invitations' | 'password_resets';
  /** SQL condition; `$1` is the process's clock. */
  isOver: string;
  now: Date;
  stopping: () => boolean;
}

/** Deletes the rows of a table that are over, batch by batch. */
export async function purgeInBatches(sql: Sql, { table, isOver, now, stopping }: Purge): Promise<void> {
  // The second time for a row that somebody changed while this waited for it.
  const statement = `DELETE FROM ${table} WHERE ${isOver} AND id IN (
    SELECT id FROM ${table} WHERE ${isOver} LIMIT ${BATCH}) RETURNING id`;
  while (!stopping()) {
    const deleted = await sql.query(statement, [now]);
    if (deleted.length < BATCH) break;
  }
}
