import { Raw } from 'typeorm';
import { unexpiredKey } from '../../shared/accounts/unexpired-key.js';
import { bothClocksReached, neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { ApiKey, ReplacedApiKey } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';

/** How long the previous secret of a key keeps working beside the new one (contract 11). */
const OVERLAP_HOURS = 24;

/** More than a caller needs who lost an answer and retries; too few to hide a stolen secret among. */
export const MAX_REPLACED_SECRETS = 5;

interface Rotation {
  id: string;
  clientId: string;
  /** Generated before the transaction, so that a retry recognises its own earlier effect. */
  prefix: string;
  hash: Buffer;
}

/**
 * Gives an API key another secret and records it in the audit log. Every secret it had within the overlap keeps
 * working, so that a caller who lost the answer and rotates again has not locked out its own machines. Safe to retry
 * after a lost commit.
 */
export async function rotateApiKey(
  sql: Sql,
  { id, clientId, prefix, hash }: Rotation,
  by: Actor,
): Promise<'rotated' | 'not_found' | 'too_often'> {
  const [key] = await sql.query<RowOf<ApiKey, 'key_hash' | 'name'>>(
    `SELECT k.key_hash, k.name FROM api_keys AS k WHERE k.id = $1 AND k.client_id = $2 AND k.revoked_at IS NULL
       AND ${unexpiredKey(neitherClockReached('$3'))} FOR NO KEY UPDATE`,
    [id, clientId, new Date()],
  );
  if (key === undefined) return 'not_found';
  if (key.key_hash.equals(hash)) return 'rotated';
  const replaced = rowsOf(sql, ReplacedApiKey);
  await replaced.delete({ apiKeyId: id, endsAt: Raw((column) => `${column} <= now()`) });
  if ((await replaced.countBy({ apiKeyId: id })) >= MAX_REPLACED_SECRETS) return 'too_often';
  // By the earlier clock: by one that is years ahead it would work for years.
  await sql.query(
    `INSERT INTO replaced_api_keys (key_hash, api_key_id, client_id, ends_at)
     VALUES ($1, $2, $3, ${bothClocksReached('$4')} + interval '${OVERLAP_HOURS} hours')`,
    [key.key_hash, id, clientId, new Date()],
  );
  await rowsOf(sql, ApiKey).update({ id }, { keyHash: hash, prefix });
  const data = { name: key.name, rotated: 'yes' };
  await stageMail(sql, { kind: 'api_key_created', clientId, data });
  await appendAudit(sql, {
    ...by,
    action: 'api_key.rotated',
    target: toPublicId('apiKey', id),
    details: { client_id: toPublicId('client', clientId) },
  });
  return 'rotated';
}
