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
  await sql.query('SELECT FROM clients WHERE id = $1 FOR NO KEY UPDATE', [key.clientId]);
  const earlier = await rowsOf(sql, ApiKey).findOne({ select: { createdAt: true }, where: { id: key.id } });
  if (earlier !== null) return earlier;
  if ((await countLiveKeys(sql, key.clientId)) >= MAX_LIVE_API_KEYS) return undefined;
  const [created] = await sql.query<{ created_at: Date }>(
    `INSERT INTO api_keys (id, client_id, name, prefix, key_hash, created_by, expires_at, scopes, allowed_addresses)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING created_at`,
    [
      key.id,
      key.clientId,
      key.name,
      key.prefix,
      key.hash,
      key.createdBy,
      key.expiresAt,
      key.scopes,
      key.allowedAddresses,
    ],
  );
  if (created === undefined) throw new Error('Bug: an insert gave no row');
  await stageMail(sql, { kind: 'api_key_created', clientId: key.clientId, data: { name: key.name } });
  await appendAudit(sql, {
    ...by,
    action: 'api_key.created',
    target: toPublicId('apiKey', key.id),
    details: {
      client_id: toPublicId('client', key.clientId),
      name: key.name,
      expires_at: key.expiresAt?.toISOString() ?? null,
      scopes: key.scopes,
      allowed_addresses: key.allowedAddresses,
    },
  });
  return { createdAt: created.created_at };
}

async function countLiveKeys(sql: Sql, clientId: string): Promise<number> {
  const [row] = await sql.query<{ live: number }>(
    `SELECT count(*)::integer AS live FROM api_keys
     WHERE client_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
    [clientId],
  );
  return row?.live ?? 0;
}
