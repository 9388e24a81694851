import type { RequestHandler } from 'express';
import { revokeApiKey } from '../../shared/commands/revoke-api-key.js';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedKey } from './requested-key.js';

/** DELETE /api/v1/api-keys/{id}: the key is dead from now on, on every API process. Deleting it again is fine. */
export function deleteKey({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const key = requestedKey(req, res);
    validateRequest(NoFields, req);
    const revoked = await db
      .scoped(ofClient(key.clientId))
      .transaction((sql) => revokeApiKey(sql, key, auditActor(req, res)));
    if (!revoked) throw notFound();
    res.status(204).end();
  };
}
