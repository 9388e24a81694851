import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { type HashSlots, laneOf } from '../auth/hash-slots.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { setLimits } from '../spending/set-limits.js';
import { validateRequest } from '../validation/validate-request.js';
import { changeAccount } from './change-account.js';
import { openAccount } from './open-account.js';
import { requestedClientId, requestedUserId } from './requested-ids.js';
import { AddUserBody, PatchUserBody } from './requests.js';

/** POST /api/v1/admin/clients/{id}/users: opens an account for a person of the client. */
export function addUser({ db }: Pick<StaffDeps, 'db'>, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const { email, role = 'owner', name = null } = validateRequest(AddUserBody, req);
    const account = { clientId: requestedClientId(req), email, role, name };
    res.status(201).json(await openAccount({ db, slots, lane: laneOf(res) }, account, auditActor(req, res)));
  };
}

/** PATCH /api/v1/admin/clients/{id}/users/{user_id}: suspends, resumes, resets the password, gives a role or limits. */
export function patchUser({ db }: Pick<StaffDeps, 'db'>, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const target = { userId: requestedUserId(req), clientId: requestedClientId(req) };
    const { limits, ...body } = validateRequest(PatchUserBody, req);
    const by = auditActor(req, res);
    const { clientId, userId: subjectId } = target;
    // The change of the account locks the wallet first if it appends to the audit log, as limits do.
    const alongside = async (sql: Sql): Promise<void> => {
      if (limits !== undefined) await setLimits(sql, { clientId, of: 'user', subjectId, limits }, by);
    };
    const deps = { db, slots, lane: laneOf(res) };
    res.json(await changeAccount(deps, target, body, by, alongside));
  };
}
