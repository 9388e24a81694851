import type { RequestHandler } from 'express';
import { unexpiredKey } from '../../shared/accounts/unexpired-key.js';
import { neitherClockReached } from '../../shared/db/clocks.js';
import { ofClient } from '../../shared/db/scope.js';
import type { WireApiKeys } from '../../shared/wire/api-key.js';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { type ApiKeyRow, presentApiKey, SHOWN_COLUMNS } from './present-api-key.js';

// At most 20 are live; expired ones are shown until they are deleted, but not endlessly.
const MAX_KEYS = 100;

/**
 * GET /api/v1/api-keys: the keys of the caller's client that are not deleted, live ones before expired ones, each group
 * newest first. Uses held by this process are written before the keys are read.
 */
export function listKeys({ db, apiKeyUses }: Pick<ApiDeps, 'db' | 'apiKeyUses'>): RequestHandler {
  return async (_req, res) => {
    const clientId = clientIdOf(res);
    await apiKeyUses.write();
    const rows = await db.scoped(ofClient(clientId)).query<ApiKeyRow>(
      `SELECT ${SHOWN_COLUMNS} FROM api_keys AS k
       WHERE k.client_id = $1 AND k.revoked_at IS NULL
       ORDER BY ${unexpiredKey(neitherClockReached('$2'))} DESC, k.id DESC LIMIT ${MAX_KEYS}`,
      [clientId, new Date()],
    );
    res.json({ data: rows.map(presentApiKey) } satisfies WireApiKeys);
  };
}
