import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

/**
 * Revokes an API key of a client and records it in the audit log; false if the client has no such key. A key that is
 * already revoked stays as it is, so this is safe to retry after a lost commit.
 */
export async function revokeApiKey(
  sql: Sql,
  { id, clientId }: { id: string; clientId: string },
  by: Actor,
): Promise<boolean> {
  const revoked = await sql.query(
    `UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND client_id = $2 AND revoked_at IS NULL RETURNING id`,
    [id, clientId],
  );
  if (revoked.length === 0) return isKeyOf(sql, id, clientId);
  await waitForAcceptances(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: 'api_key.revoked',
    target: toPublicId('apiKey', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return true;
}

async function isKeyOf(sql: Sql, id: string, clientId: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM api_keys WHERE id = $1 AND client_id = $2', [id, clientId]);
  return rows.length > 0;
}
