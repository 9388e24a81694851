import type { RequestHandler } from 'express';
import { updateClient } from '../../shared/accounts/update-client.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { setLimits } from '../spending/set-limits.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadClient } from './load-clients.js';
import { presentClient } from './present-client.js';
import { requestedClientId } from './requested-ids.js';
import { PatchClientBody } from './requests.js';

/**
 * PATCH /api/v1/admin/clients/{id}: changes what is given. A suspended client is locked out from the next request on.
 */
export function patchClient({ db }: Pick<StaffDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const id = requestedClientId(req);
    const { limits, ...changes } = validateRequest(PatchClientBody, req);
    const by = auditActor(req, res);
    const row = await db.transaction(async (sql) => {
      const found = await updateClient(sql, id, changes, by);
      if (found && limits !== undefined) {
        await setLimits(sql, { clientId: id, of: 'client', subjectId: id, limits }, by);
      }
      return found ? loadClient(sql, id) : undefined;
    });
    if (row === undefined) throw notFound();
    res.json(presentClient(row));
  };
}
