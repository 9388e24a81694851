import { unexpiredKey } from '../../shared/accounts/unexpired-key.js';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import { neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { ApiKey } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { KeyScope } from '../../shared/domain/key-scopes.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';

export interface NewApiKey {
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  id: string;
  clientId: string;
  name: string;
  prefix: string;
  hash: Buffer;
  /** The user who creates it. */
  createdBy: string;
  expiresAt: Date | null;
  scopes: KeyScope[];
  /** Networks in CIDR notation; empty means everywhere. */
  allowedAddresses: string[];
}

/** Contract 3. */
export const MAX_LIVE_API_KEYS = 20;

/**
 * Stores a new API key and records it in the audit log. Undefined if the client already has the maximum of live keys;
 * concurrent creations queue on the client's row. Safe to retry after a lost commit.
 */
export async function createApiKey(
  sql: Sql,
  key: NewApiKey,
  by: Actor,
): Promise<{ createdAt: Date } | undefined> {
  const { id, clientId, name, prefix, hash: keyHash, createdBy, expiresAt, scopes, allowedAddresses } = key;
  await sql.query('SELECT FROM clients WHERE id = $1 FOR NO KEY UPDATE', [clientId]);
  await waitForAcceptances(sql, clientId);
  const keys = rowsOf(sql, ApiKey);
  const earlier = await keys.findOne({ select: { createdAt: true }, where: { id } });
  if (earlier !== null) return earlier;
  if ((await countLiveKeys(sql, clientId)) >= MAX_LIVE_API_KEYS) return undefined;
  await keys.insert({ id, clientId, name, prefix, keyHash, createdBy, expiresAt, scopes, allowedAddresses });
  await stageMail(sql, { kind: 'api_key_created', clientId, data: { name } });
  await appendAudit(sql, {
    ...by,
    action: 'api_key.created',
    target: toPublicId('apiKey', id),
    details: {
      client_id: toPublicId('client', clientId),
      name,
      expires_at: expiresAt?.toISOString() ?? null,
      scopes,
      allowed_addresses: allowedAddresses,
    },
  });
  const created = await keys.findOne({ select: { createdAt: true }, where: { id } });
  if (created === null) throw new Error('Bug: an insert gave no row');
  return created;
}

async function countLiveKeys(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ live: number }>(
    `SELECT count(*)::integer AS live FROM api_keys AS k
     WHERE k.client_id = $1 AND k.revoked_at IS NULL AND ${unexpiredKey(neitherClockReached('$2'))}`,
    [clientId, new Date()],
  );
  return row?.live ?? 0;
}
