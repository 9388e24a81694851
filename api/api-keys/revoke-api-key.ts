import { IsNull } from 'typeorm';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { Sql } from '../../shared/db/database.js';
import { ApiKey } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
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
  const keys = rowsOf(sql, ApiKey);
  const revoked = await keys.update({ id, clientId, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
  if (revoked === 0) return (await keys.countBy({ id, clientId })) > 0;
  await waitForAcceptances(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: 'api_key.revoked',
    target: toPublicId('apiKey', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return true;
}
