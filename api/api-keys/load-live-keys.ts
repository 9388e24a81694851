import type { Sql } from '../../shared/db/database.js';
import { type ApiError, unusableToken } from '../errors/catalogue.js';

/** A key that may be used, and whose it is. */
export interface LiveKey {
  id: string;
  key_hash: Buffer;
  client_id: string;
  client_name: string;
}

/**
 * Reads the keys with these hashes that may be used at this moment; answers in the order given. Found by their hashes
 * alone: how long the search takes says nothing about a key of 256 random bits.
 */
export async function loadLiveKeys(sql: Sql, hashes: readonly Buffer[]): Promise<(LiveKey | undefined)[]> {
  const rows = await sql.query<LiveKey>(
    `SELECT k.id, k.key_hash, k.client_id, c.name AS client_name FROM api_keys k JOIN clients c ON c.id = k.client_id
     WHERE k.key_hash = ANY($1::bytea[]) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
       AND NOT c.suspended`,
    [hashes],
  );
  const keys = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
  return hashes.map((hash) => keys.get(hash.toString('hex')));
}

/** The same words whatever is wrong with a key. */
export function unusableKey(): ApiError {
  return unusableToken(
    'The API key is not valid: it is unknown, expired or deleted, or its client is suspended.',
  );
}
