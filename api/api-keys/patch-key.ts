import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { inScopeOrder } from '../../shared/domain/key-scopes.js';
import type { WireApiKey } from '../../shared/wire/api-key.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { setLimits } from '../spending/set-limits.js';
import { validateRequest } from '../validation/validate-request.js';
import { changeApiKey } from './change-api-key.js';
import { presentApiKey } from './present-api-key.js';
import { loadKey, requestedKey } from './requested-key.js';
import { PatchApiKeyBody, rangesOf } from './requests.js';

/** PATCH /api/v1/api-keys/{id}: changes what is given, effective from the next request on every API process. */
export function patchKey({ db, apiKeyUses }: Pick<ApiDeps, 'db' | 'apiKeyUses'>): RequestHandler {
  return async (req, res) => {
    const key = requestedKey(req, res);
    const { name, scopes, allowed_addresses: addresses, limits } = validateRequest(PatchApiKeyBody, req);
    const changes = {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes: inScopeOrder(scopes) }),
      ...(addresses !== undefined && { allowed_addresses: rangesOf(addresses) }),
    };
    await apiKeyUses.write();
    const row = await db.scoped(ofClient(key.clientId)).transaction(async (sql) => {
      const by = auditActor(req, res);
      const found = await changeApiKey(sql, key, changes, by);
      if (found && limits !== undefined) {
        await setLimits(sql, { clientId: key.clientId, of: 'api_key', subjectId: key.id, limits }, by);
      }
      return found ? loadKey(sql, key) : undefined;
    });
    if (row === undefined) throw notFound();
    res.json(presentApiKey(row) satisfies WireApiKey);
  };
}
