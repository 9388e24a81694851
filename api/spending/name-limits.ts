import type { Sql } from '../../shared/db/database.js';
import type { Limit } from '../../shared/domain/spending.js';

/** Returns the names of what limits apply to, by id; deleted keys are left out. */
export async function nameLimits(
  sql: Sql,
  clientId: string,
  limits: readonly Limit[],
): Promise<Map<string, string>> {
  if (limits.length === 0) return new Map();
  const rows = await sql.query<{ id: string; name: string }>(
    `SELECT id, name FROM clients WHERE id = $1
     UNION ALL SELECT id, email FROM users WHERE client_id = $1 AND id = ANY($2::uuid[])
     UNION ALL SELECT id, name FROM api_keys
       WHERE client_id = $1 AND id = ANY($2::uuid[]) AND revoked_at IS NULL`,
    [clientId, limits.map(({ subjectId }) => subjectId)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
