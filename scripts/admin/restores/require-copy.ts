import { ADVISORY_LOCKS, tryLock } from '../../../shared/db/advisory-locks.js';
import type { Database, Sql } from '../../../shared/db/database.js';

/**
 * Throws unless the second database is a copy of the first rather than the first itself under another address:
 * quarantining the live database would hold back everything that is open.
 */
export async function requireCopy(live: Database, restored: Database): Promise<void> {
  await live.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.thisDatabase]);
    if (!(await tryLock(restored, 'thisDatabase'))) {
      throw new Error('RESTORED_DATABASE_URL points to the database of DATABASE_URL: nothing was done.');
    }
  });
  const [newest] = await historiesOf(restored);
  const known = await historiesOf(live);
  if (newest === undefined || !known.includes(newest)) {
    throw new Error('RESTORED_DATABASE_URL does not point to a backup of the database of DATABASE_URL.');
  }
}

/** Newest first. */
async function historiesOf(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM database_histories ORDER BY adopted_at DESC');
  return rows.map(({ id }) => id);
}
