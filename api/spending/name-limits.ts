import type { Sql } from '../../shared/db/database.js';
import type { Limit } from '../../shared/domain/spending.js';

/** What a limit applies to: its name or e-mail address, and the name of a person. */
export interface NamedLimited {
  name: string;
  person: string | null;
}

/** Returns the names of what limits apply to, by id; deleted keys and people removed from the team are left out. */
export async function nameLimits(
  sql: Sql,
  clientId: string,
  limits: readonly Limit[],
): Promise<Map<string, NamedLimited>> {
  if (limits.length === 0) return new Map();
  const rows = await sql.query<NamedLimited & { id: string }>(
    `SELECT id, name, NULL::text AS person FROM clients WHERE id = $1
     UNION ALL SELECT id, email, name FROM users
       WHERE client_id = $1 AND id = ANY($2::uuid[]) AND removed_at IS NULL
     UNION ALL SELECT id, name, NULL FROM api_keys
       WHERE client_id = $1 AND id = ANY($2::uuid[]) AND revoked_at IS NULL`,
    [clientId, limits.map(({ subjectId }) => subjectId)],
  );
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
