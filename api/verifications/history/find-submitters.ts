import type { Sql } from '../../../shared/db/database.js';
import { foldName } from '../../../shared/domain/fold-name.js';
import { fromSubmitterId } from '../../../shared/domain/ids.js';
import { liveSideOf } from '../../../shared/domain/mode.js';

/**
 * Finds the ids of a client's users and API keys with this e-mail address, name or public id: none, one, or several
 * with the same name; with `orStaff` also members of staff. Deleted keys still count as submitters. What people are
 * called is compared here, because lower() of PostgreSQL knows only the letters of the database's locale.
 */
export async function findSubmitters(
  sql: Sql,
  clientId: string,
  name: string,
  { orStaff = false } = {},
): Promise<string[]> {
  const id = fromSubmitterId(name);
  if (id !== undefined) return [id];
  // A key is found by its name; of people, only staff have no client.
  const found = await sql.query<{ id: string; email: string | null; called: string | null }>(
    `SELECT id, email, name AS called FROM users
     WHERE client_id = $4
     UNION ALL SELECT id, email, name FROM users WHERE $3 AND client_id IS NULL
     UNION ALL SELECT id, NULL, NULL FROM api_keys WHERE client_id = $1 AND name = $2`,
    [clientId, name, orStaff, liveSideOf(clientId)],
  );
  const address = name.toLowerCase();
  const folded = foldName(name);
  const meant = found.filter(
    ({ email, called }) =>
      email === null || email === address || (called !== null && foldName(called) === folded),
  );
  return meant.map((row) => row.id);
}
