import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import { batchedRead } from '../http/batched-read.js';
import type { Identity } from '../http/context.js';
import { loadLiveKeys, unusableKey } from './load-live-keys.js';
import { type KeyUse, refuseUse } from './refuse-use.js';

/**
 * Reads the identity behind an API key as it is now: nothing is cached, so a revocation on another process applies from
 * the very next request. Requests that arrive during one look-up share the next one. The returned function rejects with
 * a 401, in the same words whatever is wrong with the key, and with a 403 if the key is valid but not for this use.
 */
export function createApiKeyReader({
  sql,
  apiKeyUses,
  metrics,
}: Pick<ApiDeps, 'apiKeyUses' | 'metrics'> & { sql: Sql }): (hash: Buffer, use: KeyUse) => Promise<Identity> {
  const nameOf = (hash: Buffer): string => hash.toString('hex');
  const readKey = batchedRead({
    read: (hashes: readonly Buffer[]) => loadLiveKeys(sql, hashes),
    nameOf,
    laneOf: nameOf,
  });
  return async (hash, use) => {
    const key = await readKey(hash);
    if (key === undefined) throw unusableKey();
    const refused = refuseUse(key, use);
    if (refused !== undefined) {
      metrics.apiKeyRefusals.inc({ reason: refused.reason });
      throw refused.error;
    }
    apiKeyUses.record({ id: key.id, clientId: key.client_id });
    return {
      actor: toPublicId('apiKey', key.id),
      user: null,
      apiKey: { id: key.id, createdBy: key.created_by },
      role: 'api_key',
      scope: 'client',
      clientId: key.client_id,
      liveClientId: key.live_client_id,
      clientName: key.client_name,
      channel: 'api',
    };
  };
}
