import { batchedRead } from '../../shared/batching/batched-read.js';
import { hashApiKey } from '../../shared/crypto/random-secrets.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import { unauthorized } from '../errors/catalogue.js';
import type { Identity } from '../http/context.js';

/**
 * Reads the identity behind an API key as it stands at this moment: nothing is cached, so a revocation on another
 * process counts from the very next request. Requests that arrive during one look-up share the next one. What it
 * returns rejects with a 401, with the same words whatever is wrong with the key.
 */
export function createApiKeyReader({
  sql,
  apiKeyUses,
}: Pick<ApiDeps, 'apiKeyUses'> & { sql: Sql }): (token: string) => Promise<Identity> {
  const nameOf = (hash: Buffer): string => hash.toString('hex');
  const readKey = batchedRead({
    read: (hashes: readonly Buffer[]) => loadLiveKeys(sql, hashes),
    nameOf,
    laneOf: nameOf,
  });
  return async (token) => {
    const hash = hashApiKey(token);
    const key = hash === undefined ? undefined : await readKey(hash);
    if (key === undefined) {
      throw unauthorized(
        'The API key is not valid: it is unknown, expired or deleted, or its client is suspended.',
      );
    }
    apiKeyUses.record(key.id);
    return {
      actor: toPublicId('apiKey', key.id),
      user: null,
      role: 'client',
      clientId: key.client_id,
      clientName: key.client_name,
      channel: 'api',
    };
  };
}

interface LiveKey {
  id: string;
  key_hash: Buffer;
  client_id: string;
  client_name: string;
}

/** Found by their hashes alone: how long the search takes says nothing about a key of 256 random bits. */
async function loadLiveKeys(sql: Sql, hashes: readonly Buffer[]): Promise<(LiveKey | undefined)[]> {
  const rows = await sql.query<LiveKey>(
    `SELECT k.id, k.key_hash, k.client_id, c.name AS client_name FROM api_keys k JOIN clients c ON c.id = k.client_id
     WHERE k.key_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
       AND NOT c.suspended`,
    [hashes],
  );
  const keys = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
  return hashes.map((hash) => keys.get(hash.toString('hex')));
}
