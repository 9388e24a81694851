import type { RequestHandler } from 'express';
import { createApiKeySecret } from '../../shared/crypto/random-secrets.js';
import { ofClient } from '../../shared/db/scope.js';
import { modeOf } from '../../shared/domain/mode.js';
import type { WireNewApiKey } from '../../shared/wire/api-key.js';
import type { ApiDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { presentApiKey } from './present-api-key.js';
import { loadKey, requestedKey } from './requested-key.js';
import { MAX_REPLACED_SECRETS, rotateApiKey } from './rotate-api-key.js';

/** POST /api/v1/api-keys/{id}/rotate: gives the key another secret; the previous one works for another 24 hours. */
export function rotateKey({ db, apiKeyUses }: Pick<ApiDeps, 'db' | 'apiKeyUses'>): RequestHandler {
  return async (req, res) => {
    const key = requestedKey(req, res);
    validateRequest(NoFields, req);
    const { apiKey, prefix, hash } = createApiKeySecret(modeOf(key.clientId));
    await apiKeyUses.write();
    const { result, row } = await db.scoped(ofClient(key.clientId)).transaction(async (sql) => {
      const rotated = await rotateApiKey(sql, { ...key, prefix, hash }, auditActor(req, res));
      return { result: rotated, row: rotated === 'rotated' ? await loadKey(sql, key) : undefined };
    });
    if (result === 'too_often') {
      throw conflict(
        `The key was rotated ${MAX_REPLACED_SECRETS} times within 24 hours, and all of those secrets still work. Create another key, or delete this one.`,
      );
    }
    if (row === undefined) throw notFound();
    res.json({ ...presentApiKey(row), api_key: apiKey } satisfies WireNewApiKey);
  };
}
