import { unexpiredKey } from '../../shared/accounts/unexpired-key.js';
import { neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import type { KeyScope } from '../../shared/domain/key-scopes.js';
import { type ApiError, unusableToken } from '../errors/catalogue.js';

/** A usable key and its owner. */
export interface LiveKey {
  id: string;
  key_hash: Buffer;
  client_id: string;
  /** The live client, even for a test-mode key. */
  live_client_id: string;
  client_name: string;
  created_by: string;
  scopes: KeyScope[];
  allowed_addresses: string[];
}

// OFFSET 0 has both ids worked out beforehand: under row-level security a coalesce is no condition for an index, and
// every key of every client would be read, with every client for each.
const LIVE_KEYS = `
  SELECT given.hash AS key_hash, k.id, k.client_id, c.id AS live_client_id, c.name AS client_name,
    k.created_by, k.scopes, k.allowed_addresses
  FROM (
    SELECT wanted.hash, coalesce(
      (SELECT id FROM api_keys WHERE key_hash = wanted.hash),
      (SELECT api_key_id FROM replaced_api_keys
       WHERE key_hash = wanted.hash AND ends_at > ${neitherClockReached('$2')})) AS id
    FROM unnest($1::bytea[]) AS wanted (hash) OFFSET 0
  ) AS given
  JOIN api_keys k ON k.id = given.id
  CROSS JOIN LATERAL (
    SELECT coalesce(own.live_client_id, own.id) AS id FROM clients own WHERE own.id = k.client_id OFFSET 0
  ) AS live
  JOIN clients c ON c.id = live.id
  WHERE ${filterOnly('k.revoked_at IS NULL')} AND ${unexpiredKey(neitherClockReached('$2'))} AND NOT c.suspended`;

/**
 * Reads the currently usable keys with these hashes, in the given order. They are looked up by hash alone: the time the
 * search takes reveals nothing about a key of 256 random bits.
 */
export async function loadLiveKeys(sql: Sql, hashes: readonly Buffer[]): Promise<(LiveKey | undefined)[]> {
  const rows = await sql.query<LiveKey>(LIVE_KEYS, [hashes, new Date()]);
  const keys = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
  return hashes.map((hash) => keys.get(hash.toString('hex')));
}

/** The 401 in the same words whatever is wrong with a key. */
export function unusableKey(): ApiError {
  return unusableToken(
    'The API key is not valid: it is unknown, expired or deleted, or its client is suspended.',
  );
}
