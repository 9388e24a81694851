import type { Request, RequestHandler } from 'express';
import { resetSecondFactor } from '../../shared/accounts/reset-second-factor.js';
import type { StaffDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { auditActor } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedUserId } from './requested-ids.js';

/** DELETE …/users/{user_id}/second-factor and …/staff/{user_id}/second-factor: for someone who has lost theirs. */
export function resetFactor(
  { db }: Pick<StaffDeps, 'db'>,
  clientIdIn: (req: Request) => string | null,
): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const target = { userId: requestedUserId(req), clientId: clientIdIn(req) };
    const result = await db.transaction((sql) => resetSecondFactor(sql, target, auditActor(req, res)));
    if (result === 'unknown') throw notFound();
    if (result === 'own_account') {
      throw conflict('This is your own account. Another admin has to reset its second factor.');
    }
    res.status(204).end();
  };
}
