import type { RequestHandler } from 'express';
import { revokeApiKey } from '../../shared/commands/revoke-api-key.js';
import { ofClient } from '../../shared/db/scope.js';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor, clientIdOf, pathParameter } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';

/** DELETE /api/v1/api-keys/{id}: the key is dead from now on, on every API process. Deleting it again is fine. */
export function deleteKey({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const id = fromPublicId('apiKey', pathParameter(req, 'id'));
    if (id === undefined) throw notFound();
    validateRequest(NoFields, req);
    const key = { id, clientId: clientIdOf(res) };
    const revoked = await db
      .scoped(ofClient(key.clientId))
      .transaction((sql) => revokeApiKey(sql, key, auditActor(req, res)));
    if (!revoked) throw notFound();
    res.status(204).end();
  };
}
