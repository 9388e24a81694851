import type { Sql } from '../../shared/db/database.js';
import { fromPublicId } from '../../shared/domain/ids.js';

/**
 * The ids of the users and API keys of a client that go by this e-mail address, key name or public id: none, one, or
 * several keys of one name. Keys that were deleted still have submitted what they have submitted.
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
 * What the submitter of a row of `verifications`, here under this name, is called: e-mail address or key name, null where
 * nobody is known.
 */
export function submitterName(verifications: string): string {
  return `coalesce(
  (SELECT email FROM users u WHERE u.id = ${verifications}.submitted_by),
  (SELECT name FROM api_keys k WHERE k.id = ${verifications}.submitted_by))`;
}
