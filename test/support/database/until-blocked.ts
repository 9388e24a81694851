import { waitFor } from '../../../harness/wait-for.js';
import type { Sql } from '../../../shared/db/database.js';

interface Blocked {
  /** How many statements. */
  count?: number;
  /** What their text is LIKE. */
  query?: string;
  /** The name of their sessions. */
  application?: string;
}

/** Resolves once statements in this database wait for a lock: one of any kind, unless said otherwise. */
export async function untilBlocked(
  sql: Sql,
  { count = 1, query = '%', application = '%' }: Blocked = {},
): Promise<void> {
  await waitFor(
    async () => {
      const blocked = await sql.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE $1 AND application_name LIKE $2`,
        [query, application],
      );
      return blocked.length >= count;
    },
    { describe: `${count} waiting for a lock, like ${query} of ${application}` },
  );
}
