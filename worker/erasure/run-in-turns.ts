import { tryLock } from '../../shared/db/advisory-locks.js';
import type { Database, Sql } from '../../shared/db/database.js';

/**
 * Runs batch after batch, each in its own transaction, until one does nothing, another worker is erasing or the process
 * is stopping; `onBatch` is told how many rows each changed. A process that dies leaves only whole batches behind.
 */
export async function runInTurns(
  { db, stopping }: { db: Database; stopping: () => boolean },
  runBatch: (sql: Sql) => Promise<number>,
  onBatch: (count: number) => void,
): Promise<void> {
  while (!stopping()) {
    const count = await db.transaction(async (sql) => ((await tryLock(sql, 'erase')) ? runBatch(sql) : 0));
    if (count === 0) break;
    onBatch(count);
  }
}
