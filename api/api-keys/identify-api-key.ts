import { batchedRead } from '../../shared/batching/batched-read.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import type { Identity } from '../http/context.js';
import { loadLiveKeys, unusableKey } from './load-live-keys.js';

/**
 * Reads the identity behind an API key as it stands at this moment: nothing is cached, so a revocation on another
 * process counts from the very next request. Requests that arrive during one look-up share the next one. What it
 * returns rejects with a 401, with the same words whatever is wrong with the key.
 */
export function createApiKeyReader({
  sql,
  apiKeyUses,
}: Pick<ApiDeps, 'apiKeyUses'> & { sql: Sql }): (hash: Buffer) => Promise<Identity> {
  const nameOf = (hash: Buffer): string => hash.toString('hex');
  const readKey = batchedRead({
    read: (hashes: readonly Buffer[]) => loadLiveKeys(sql, hashes),
    nameOf,
    laneOf: nameOf,
  });
  return async (hash) => {
    const key = await readKey(hash);
    if (key === undefined) throw unusableKey();
    apiKeyUses.record({ id: key.id, clientId: key.client_id });
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
