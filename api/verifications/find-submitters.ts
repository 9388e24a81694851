import type { Sql } from '../../shared/db/database.js';
import { fromPublicId } from '../../shared/domain/ids.js';

/**
 * Finds the ids of a client's users and API keys with this e-mail address, key name or public id: none, one, or several
 * keys with the same name. Deleted keys still count as submitters.
 */
export async function findSubmitters(sql: Sql, clientId: string, name: string): Promise<string[]> {
  const id = fromPublicId('user', name) ?? fromPublicId('apiKey', name);
  if (id !== undefined) return [id];
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM users WHERE client_id = coalesce((SELECT live_client_id FROM clients WHERE id = $1), $1) AND email = lower($2)
     UNION ALL SELECT id FROM api_keys WHERE client_id = $1 AND name = $2`,
    [clientId, name],
  );
  return rows.map((row) => row.id);
}

/**
 * SQL for the name of the submitter of a row of `verifications`, under this alias: e-mail address or key name, null if
 * unknown.
 */
export function submitterName(verifications: string): string {
  return `coalesce(
  (SELECT email FROM users u WHERE u.id = ${verifications}.submitted_by),
  (SELECT name FROM api_keys k WHERE k.id = ${verifications}.submitted_by))`;
}
