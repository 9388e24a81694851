import type { RequestHandler } from 'express';
import { testSideOf } from '../../shared/domain/mode.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor, liveClientIdOf } from '../http/context.js';
import { bothSides } from '../test-mode/ensure-test-side.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedKey } from './requested-key.js';
import { revokeApiKey } from './revoke-api-key.js';

/** DELETE /api/v1/api-keys/{id}: the key stops working at once, on every API process. Deleting it again is fine. */
export function deleteKey({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const key = requestedKey(req, res);
    validateRequest(NoFields, req);
    // A live session may revoke keys of both modes, as it may create them; one in test mode touches nothing live.
    const sides = new Set([key.clientId, testSideOf(key.clientId)]);
    const revoked = await db.scoped(bothSides(liveClientIdOf(res))).transaction(async (sql) => {
      for (const clientId of sides) {
        if (await revokeApiKey(sql, { ...key, clientId }, auditActor(req, res))) return true;
      }
      return false;
    });
    if (!revoked) throw notFound();
    res.status(204).end();
  };
}
