import type { Database } from '../../shared/db/database.js';
import { filterOnly } from '../../shared/db/filter-only.js';

/** Says for each call, in the order given, whether it has its marker and nobody has given it up since. */
export async function findStarted(db: Database, callIds: readonly string[]): Promise<boolean[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM provider_calls WHERE id = ANY($1::uuid[]) AND ${filterOnly(`state = 'started'`)}`,
    [callIds],
  );
  const started = new Set(rows.map(({ id }) => id));
  return callIds.map((id) => started.has(id));
}
